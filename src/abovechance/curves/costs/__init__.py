"""What decisions cost: cost curves, net benefit, deployment, fusion."""
