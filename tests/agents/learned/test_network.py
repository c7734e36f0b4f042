"""A network's file: what is written is read back, and what can't be read is said in a sentence."""

from __future__ import annotations

import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from safetensors.numpy import save

from footplate.agents.learned.forward import CHANCE, act_rows, flatten
from footplate.agents.learned.network import Convolution, Layer, Network, load_network, save_network
from footplate.boards import load_board
from footplate.engine.tables import make_tables
from footplate.errors import InvalidNetwork
from tests.support.networks import SETTINGS, random_layers, random_network


@pytest.mark.parametrize("bits", [16, 32])
def test_a_network_comes_back_from_its_file(tmp_path: Path, bits: Literal[16, 32]) -> None:
    settings = replace(SETTINGS, players=(3, 4), training={"steps": 7}, results={"planner": [0.8, 0.02]})
    network = replace(random_network(30, 9, private=4, settings=settings), settings=settings)
    save_network(tmp_path / "a.safetensors", network, bits=bits)
    back = load_network(tmp_path / "a.safetensors")
    assert back.settings == settings
    assert back.parameters == network.parameters
    for one, other in zip((*network.actor, *network.critic), (*back.actor, *back.critic), strict=True):
        assert isinstance(one, Layer)
        assert isinstance(other, Layer)
        assert (one.activation, one.residual) == (other.activation, other.residual)
        kind = np.float16 if bits == 16 else np.float32
        assert np.array_equal(one.weight.astype(kind).astype(np.float32), other.weight)
        assert np.array_equal(one.bias.astype(kind).astype(np.float32), other.bias)
    save_network(tmp_path / "b.safetensors", back, bits=bits)
    assert (tmp_path / "a.safetensors").read_bytes() == (tmp_path / "b.safetensors").read_bytes()


def test_eight_bits_keep_a_weight_within_half_a_unit(tmp_path: Path) -> None:
    network = random_network(30, 9, private=4)
    save_network(tmp_path / "a.safetensors", network, bits=8)
    save_network(tmp_path / "b.safetensors", network, bits=16)
    for one, other in zip(network.actor, load_network(tmp_path / "a.safetensors").actor, strict=True):
        unit = np.abs(one.weight).max(axis=0) / 127
        assert (np.abs(one.weight - other.weight) <= 0.501 * unit).all()
        assert not np.array_equal(one.weight, other.weight)
    assert (tmp_path / "a.safetensors").stat().st_size < (tmp_path / "b.safetensors").stat().st_size


def test_a_convolution_as_a_layer(tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    first = Convolution(rng.normal(size=(5, 2, 2)).astype(np.float32), np.array([0.3], np.float32), "tanh", side=4)
    network = Network(SETTINGS, (first, *random_layers((9, 6, 7), "tanh", 1)))
    save_network(tmp_path / "c.safetensors", network, bits=32)
    read = load_network(tmp_path / "c.safetensors").actor[0]
    assert isinstance(read, Convolution)
    planes = rng.integers(0, 2, (5, 4, 4))
    dense = read.dense()
    got = (planes.reshape(-1) @ dense.weight + dense.bias).reshape(3, 3)
    for i in range(3):
        for j in range(3):
            want = 0.3 + (planes[:, i : i + 2, j : j + 2] * first.weight).sum()
            assert got[i, j] == pytest.approx(want, abs=1e-5)


def test_layers_that_do_not_fit() -> None:
    a, b = random_layers((3, 4, 5), "relu", 0)
    with pytest.raises(InvalidNetwork, match="actor layer 1 has 5 outputs, and the next one 3 inputs"):
        Network(SETTINGS, (b, a)).check()
    with pytest.raises(InvalidNetwork, match="no activation is called 'gelu'"):
        Network(SETTINGS, (replace(a, activation="gelu"), b)).check()
    with pytest.raises(InvalidNetwork, match="a residual layer from 3 to 4 numbers"):
        Network(SETTINGS, (replace(a, residual=True), b)).check()
    with pytest.raises(InvalidNetwork, match="critic layer 1: some weights are no numbers"):
        Network(SETTINGS, (a, b), (replace(a, weight=a.weight * np.nan),)).check()
    with pytest.raises(InvalidNetwork, match="actor layer 1: some weights are no numbers"):
        Network(SETTINGS, (replace(a, weight=np.full((3, 4), 1e300)), b)).check()  # float32 has no such number
    with pytest.raises(InvalidNetwork, match="actor layer 2: its weight and bias are no NumPy arrays of numbers"):
        Network(SETTINGS, (a, replace(b, bias=[0.0] * 5))).check()
    with pytest.raises(InvalidNetwork, match="its actor has no layers"):
        Network(SETTINGS, ()).check()
    Network(SETTINGS, (a,)).check()


def _written(path: Path, **changes: Any) -> Path:
    """A file of two layers whose header says something else."""
    layer = {"activation": "none", "residual": False}
    header = {"format": 1, **asdict(SETTINGS), "actor": [layer, layer], "critic": [], **changes}
    tensors = {f"actor.{k}.{what}": np.zeros(shape, np.float16)
               for k in range(2) for what, shape in (("weight", (2, 2)), ("bias", (2,)))}  # fmt: skip
    path.write_bytes(save(tensors, {"footplate": json.dumps(header)}))
    return path


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"format": 2}, "can't be used: it is written in format 2, and what is read here is format 1"),
        ({"actor": []}, "can't be used: its actor has no layers"),
        ({"actor": [{}, {}, {}]}, "is damaged, or no file of a network"),
        ({"players": None}, "is damaged, or no file of a network"),
        ({"critic": 7}, "is damaged, or no file of a network"),
        ({"format": 10**400}, "can't be used: it is written in format"),
    ],
)
def test_headers_that_are_wrong(tmp_path: Path, changes: dict[str, Any], sentence: str) -> None:
    assert load_network(_written(tmp_path / "fine.safetensors")).settings == SETTINGS
    with pytest.raises(InvalidNetwork, match=f"wrong.safetensors {sentence}"):
        load_network(_written(tmp_path / "wrong.safetensors", **changes))


def test_files_that_are_no_networks(tmp_path: Path) -> None:
    path = tmp_path / "net.safetensors"
    with pytest.raises(InvalidNetwork, match=r"can't be read: .*[Nn]o such file"):
        load_network(path)
    path.write_bytes(save({"x": np.zeros(3)}))
    with pytest.raises(InvalidNetwork, match="it holds numbers, but its header"):
        load_network(path)
    whole = _written(path).read_bytes()
    for data in (b"", b"hello", whole[: len(whole) // 2], whole[:-1], b"\x00" * 100):
        path.write_bytes(data)
        with pytest.raises(InvalidNetwork, match="is damaged, or no file of a network"):
            load_network(path)
    with pytest.raises(InvalidNetwork, match=r"can't be read|is damaged"):
        load_network(tmp_path)
    path.write_bytes(save({"x": np.zeros(3)}, {"footplate": "[" * 100_000}))
    with pytest.raises(InvalidNetwork, match="nested too deeply"):
        load_network(path)


def test_networks_for_other_games() -> None:
    network = random_network(30, 9)
    network.check_board(make_tables(load_board("small"), 2), "mine")
    with pytest.raises(InvalidNetwork, match=r"^mine plays on the board 'small', not on 'usa'$"):
        network.check_board(make_tables(load_board("usa"), 2), "mine")
    with pytest.raises(InvalidNetwork, match=r"^mine plays on the board 'small', not on 'small:warwick'$"):
        network.check_board(make_tables(load_board("small:warwick"), 2), "mine")
    with pytest.raises(InvalidNetwork, match=r"^mine plays with 2 players, not with 3$"):
        network.check_board(make_tables(load_board("small"), 3), "mine")
    several = replace(network, settings=replace(SETTINGS, players=(3, 4, 5)))
    with pytest.raises(InvalidNetwork, match=r"^mine plays with 3, 4 or 5 players, not with 2$"):
        several.check_board(make_tables(load_board("small"), 2), "mine")


@pytest.mark.parametrize("rows", [1, 7, 70])
def test_a_convolution_plays_as_the_dense_layer_that_it_is(rows: int) -> None:
    """To the last bit, also with inputs other than 0 and 1, and as an actor of its own."""
    rng = np.random.default_rng(4)
    first = Convolution(rng.normal(size=(6, 2, 2)).astype(np.float32), np.array([0.2], np.float32), "relu", side=5)
    xs = rng.integers(-1, 3, (rows, first.inputs)).astype(np.int8)
    for rest in ((), random_layers((16, 8, 12), "relu", 2)):
        codes, logs = np.zeros((2, rows), np.int64), np.zeros((2, rows), np.float32)
        for k, layer in enumerate((first, first.dense())):
            weights = flatten(Network(SETTINGS, (layer, *rest)))
            chances = np.arange(1, rows + 1, dtype=np.uint64).view(CHANCE)
            mask = np.ones((rows, 12 if rest else 16), np.bool_)
            act_rows(weights, xs, mask, chances, 1.0, codes[k], logs[k])
        np.testing.assert_array_equal(codes[0], codes[1])
        np.testing.assert_array_equal(logs[0], logs[1])
