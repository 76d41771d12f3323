"""Tensors that behave as those of torch, CuPy and others, none of which is imported."""

import sys

import numpy as np
import pytest

from abovechance import Accumulator, InputError, Tables


class Tensor:
    """As a tensor of torch: a gradient or another device must be left before there is an array."""

    def __init__(self, values, *, grad=False, device="cpu", dtype=None):
        self.values = np.asarray(values)
        self.grad = grad
        self.device = device
        self.dtype = dtype or self.values.dtype

    def __len__(self):
        return len(self.values)

    def __iter__(self):
        return (Tensor(value) for value in self.values)

    def detach(self):
        return Tensor(self.values, device=self.device, dtype=self.dtype)

    def cpu(self):
        return Tensor(self.values, grad=self.grad, dtype=self.dtype)

    def float(self):
        return Tensor(self.values.astype(np.float32), grad=self.grad, device=self.device)

    def numpy(self):
        if self.grad:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad.")
        if self.device != "cpu":
            raise TypeError(f"can't convert {self.device} device type tensor to numpy.")
        if self.dtype == "bfloat16":
            raise TypeError("Got unsupported ScalarType BFloat16")
        return self.values

    def __array__(self, dtype=None, copy=None):
        return np.array(self.numpy(), dtype=dtype, copy=copy)


class OnlyDlpack:
    """As an array of a library that has no other way out."""

    def __init__(self, values):
        self.values = np.asarray(values)

    def __dlpack__(self, **how):
        return self.values.__dlpack__(**how)

    def __dlpack_device__(self):
        return self.values.__dlpack_device__()


class Locked:
    def __array__(self, dtype=None, copy=None):
        raise TypeError("Implicit conversion to a NumPy array is not allowed.")


@pytest.mark.parametrize(
    "tensor",
    [
        Tensor([0, 1, 1]),
        Tensor([0, 1, 1], device="cuda"),
        Tensor([0.0, 1.0, 1.0], grad=True, device="cuda"),
        Tensor([0.0, 1.0, 1.0], grad=True, dtype="bfloat16"),
        Tensor([[0], [1], [1]]),
        OnlyDlpack([0, 1, 1]),
    ],
    ids=lambda tensor: f"{type(tensor).__name__}-{vars(tensor)}",
)
def test_labels(tensor):
    expected = Tables.from_labels([0, 1, 1], [0, 1, 0])
    assert Tables.from_labels(tensor, [0, 1, 0]) == expected
    assert Accumulator().update(tensor, [0, 1, 0]).tables == expected


def test_scores_and_weights():
    logits = Tensor([[0.5, -1.0], [0.25, 2.0]], grad=True, device="cuda", dtype="bfloat16")
    stream = Accumulator(labels=range(2)).update_scores(Tensor([0, 1]), logits, Tensor([0.5, 2.0], grad=True))
    assert stream.tables.counts.tolist() == [[0.5, 0.0], [0.0, 2.0]]


def test_what_cannot_be_read_is_said():
    with pytest.raises(
        InputError, match="truth is a Locked that cannot be read as it is: give it as a NumPy array"
    ):
        Accumulator().update(Locked(), [0])
    with pytest.raises(InputError, match="prediction is a Locked"):
        Accumulator().update([0], Locked())


def test_nothing_is_imported_for_it():
    Accumulator().update(Tensor([0, 1]), Tensor([0, 1], grad=True))
    assert "torch" not in sys.modules
