"""The envelope around the bytes of a state: short-lived, and refused when anything does not match.

Layout, little-endian: magic ``PSIM``, format, flags, 8 bytes digest of the scenario, seed,
game number, size of the body, the body that the engine wrote, CRC-32 of everything before.
"""

from __future__ import annotations

import struct
import zlib

from pysim.errors import VersionError

__all__ = ["pack", "unpack"]

_HEAD = struct.Struct("<4sHH8sQQI")
_TAIL = struct.Struct("<I")
_MAGIC = b"PSIM"
_FORMAT = 1
_HAS_SEED = 1
_VIEWER_SHIFT = 8  # the flags' high byte is the viewer's seat plus one; 0 for no view


def pack(
    body: bytes, *, digest: bytes, seed: int | None, game_number: int, viewer: int | None = None
) -> bytes:
    """Wrap the engine's bytes of a state."""
    flags = 0 if seed is None else _HAS_SEED
    flags |= 0 if viewer is None else (viewer + 1) << _VIEWER_SHIFT
    head = _HEAD.pack(_MAGIC, _FORMAT, flags, digest, seed or 0, game_number, len(body))
    return head + body + _TAIL.pack(zlib.crc32(head + body))


def unpack(data: bytes, *, digest: bytes) -> tuple[int | None, int, int | None, bytes]:
    """Check the envelope; gives seed, game number, viewer and the engine's bytes.

    Raises:
        VersionError: wrong magic, format, scenario, length or checksum.
    """
    data = bytes(data)
    if len(data) < _HEAD.size + _TAIL.size or data[:4] != _MAGIC:
        raise VersionError("these bytes are not a state of pysim: they do not begin with 'PSIM'")
    _, form, flags, made_for, seed, number, length = _HEAD.unpack_from(data)
    if form != _FORMAT:
        raise VersionError(f"state bytes have format {form}, this version reads format {_FORMAT}")
    if len(data) != _HEAD.size + length + _TAIL.size:
        raise VersionError("state bytes are cut short or have something appended")
    if zlib.crc32(data[: -_TAIL.size]) != _TAIL.unpack_from(data, len(data) - _TAIL.size)[0]:
        raise VersionError("state bytes are damaged: their checksum does not match")
    if made_for != digest:
        raise VersionError(
            "state bytes belong to another scenario, or to the same with other options"
        )
    key = seed if flags & _HAS_SEED else None
    viewer = (flags >> _VIEWER_SHIFT) - 1 if flags >> _VIEWER_SHIFT else None
    body = data[_HEAD.size : -_TAIL.size]
    if pack(body, digest=digest, seed=key, game_number=number, viewer=viewer) != data:
        raise VersionError("state bytes are damaged: their head has a value that is never written")
    return key, number, viewer, body
