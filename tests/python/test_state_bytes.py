"""Bytes of states that somebody changed and sealed anew: refused, or read as what they say."""

from __future__ import annotations

import zlib

import pytest

import pysim
from pysim.errors import VersionError

HEAD = 36
"""Bytes before those of the engine."""
CORE_HEAD = 48
"""Bytes of the engine before the position; the last eight are the position's hash."""
WORD = 2**64 - 1


def mixed(x: int) -> int:
    """Mix the bits of a word as the engine does."""
    for factor in (0xFF51AFD7ED558CCD, 0xC4CEB9FE1A85EC53):
        x = (x ^ x >> 33) * factor & WORD
    return x ^ x >> 33


def hashed(data: bytes) -> int:
    """Hash bytes, a whole number of words, as the engine does."""
    found = len(data)
    for at in range(0, len(data), 8):
        word = int.from_bytes(data[at : at + 8], "little")
        found = mixed(found * 0x9E3779B97F4A7C15 + word & WORD)
    return found


def sealed(data: bytearray) -> bytes:
    """Put right the hash and the checksum of changed bytes."""
    data[HEAD + CORE_HEAD - 8 : HEAD + CORE_HEAD] = hashed(data[HEAD + CORE_HEAD : -4]).to_bytes(
        8, "little"
    )
    data[-4:] = zlib.crc32(data[:-4]).to_bytes(4, "little")
    return bytes(data)


def position(name: str, moves: int) -> pysim.State:
    """Play some moves."""
    state = pysim.load(name).new_initial_state(seed=7)
    for _ in range(moves):
        legal = state.legal_actions()
        state.apply_action(legal[len(legal) // 2])
    return state


POSITIONS = [("westeros/test", 0), ("westeros/oxcross", 60), ("westeros/siege", 25)]


@pytest.mark.parametrize(("name", "moves"), POSITIONS)
def test_a_seal_that_is_put_right_changes_nothing(name: str, moves: int) -> None:
    data = position(name, moves).to_bytes()
    assert sealed(bytearray(data)) == data


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_a_changed_head_is_refused_or_is_what_is_read(seat: int | None) -> None:
    state = position(*POSITIONS[0])
    data = (state if seat is None else state.view(seat)).to_bytes()
    read = []
    for at in range(HEAD + CORE_HEAD - 8):
        for value in {data[at] ^ 1, data[at] ^ 128, 255} - {data[at]}:
            changed = sealed(bytearray(data[:at] + bytes([value]) + data[at + 1 :]))
            try:
                found = state.game.state_from_bytes(changed)
            except VersionError:
                continue
            assert found.to_bytes() == changed
            assert found.viewer in (None, seat)
            read.append(at)
    where = {at - HEAD for at in read}  # how far each of the three streams of dice has come
    assert where == (set(range(24, 36)) if seat is None else set())


@pytest.mark.parametrize(("name", "moves"), POSITIONS)
@pytest.mark.parametrize("value", [128, 200, 254])
def test_numbers_out_of_range_are_refused(name: str, moves: int, value: int) -> None:
    state = position(name, moves)
    data = state.to_bytes()
    refused = 0
    for at in range(HEAD + CORE_HEAD, len(data) - 4):
        changed = sealed(bytearray(data[:at] + bytes([value]) + data[at + 1 :]))
        try:
            found = state.game.state_from_bytes(changed)
        except VersionError:
            refused += 1
        else:
            assert found.to_bytes() == changed
            assert found.to_dict()["round"] <= 10
    assert refused > 250
