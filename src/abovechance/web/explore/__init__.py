"""The room to explore: its presets, how sliders move tables, and what is shown of them."""
