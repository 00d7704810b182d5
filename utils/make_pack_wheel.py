#!/usr/bin/env python3
"""Builds the wheel memplace-pack: make_pack_wheel.py PREFIX FOLDER

PREFIX is the output of `cmake --install build --component pack --strip`. The wheel has the
Python package memplace_pack and libmemplace_pack.so, which needs only libc and libm. It fits
any Python 3.9 or later on a Linux with the glibc of this machine or a later one. Equal files
give equal bytes. Prints the path of the wheel.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import platform
import re
import sys
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAX_BYTES = 2_000_000  # Of the library.
METADATA = """\
Metadata-Version: 2.4
Name: memplace-pack
Version: {version}
Summary: Offsets for buffers with live ranges, in one memory or several, without dependencies
License-Expression: Apache-2.0 WITH LLVM-exception
License-File: LICENSE
Requires-Python: >=3.9
Description-Content-Type: text/markdown

{readme}"""
WHEEL = """\
Wheel-Version: 1.0
Generator: memplace
Root-Is-Purelib: false
Tag: {tag}
"""


def version_of(library: Path) -> str:
    """Returns the version in the name of a library, e.g. "0.1.0"."""
    return library.name.removeprefix("libmemplace_pack.so.")


def library_of(prefix: Path) -> Path:
    """Returns the library of an installation. Ends the program without one of the right size."""
    library = (prefix / "lib" / "libmemplace_pack.so").resolve()
    if not library.is_file():
        sys.exit(f"make_pack_wheel.py: error: there is no '{library}'")
    if library.stat().st_size > MAX_BYTES:
        sys.exit(
            f"make_pack_wheel.py: error: '{library}' has {library.stat().st_size} bytes, "
            f"more than {MAX_BYTES}; install it with --strip"
        )
    return library


def contents_of(library: Path, tag: str) -> dict[str, bytes]:
    """Returns the contents of the wheel by name, without RECORD."""
    package = ROOT / "python" / "pack"
    version = version_of(library)
    info = f"memplace_pack-{version}.dist-info"
    readme = (package / "README.md").read_text("utf-8")
    return {
        **{
            f"memplace_pack/{name}": (package / "memplace_pack" / name).read_bytes()
            for name in ("__init__.py", "py.typed")
        },
        "memplace_pack/libmemplace_pack.so": library.read_bytes(),
        f"{info}/METADATA": METADATA.format(version=version, readme=readme).encode(),
        f"{info}/WHEEL": WHEEL.format(tag=tag).encode(),
        f"{info}/licenses/LICENSE": (ROOT / "LICENSE").read_bytes(),
    }


def record_of(contents: dict[str, bytes], name: str) -> bytes:
    """Returns RECORD, whose own name is `name`: a hash of each file."""
    lines = []
    for path, data in contents.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=")
        lines.append(f"{path},sha256={digest.decode()},{len(data)}\n")
    return "".join([*lines, f"{name},,\n"]).encode()


def write_wheel(library: Path, folder: Path) -> Path:
    """Writes the wheel, and returns its path."""
    glibc = re.sub(r"\W", "_", platform.libc_ver()[1])
    tag = f"py3-none-manylinux_{glibc}_{platform.machine()}"
    contents = contents_of(library, tag)
    record = f"memplace_pack-{version_of(library)}.dist-info/RECORD"
    contents[record] = record_of(contents, record)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"memplace_pack-{version_of(library)}-{tag}.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as wheel:
        for name, data in contents.items():
            entry = zipfile.ZipInfo(name)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if name.endswith(".so") else 0o644) << 16
            wheel.writestr(entry, data)
    return path


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("prefix", type=Path, help="what `cmake --install` wrote")
    parser.add_argument("folder", type=Path, help="gets the wheel")
    options = parser.parse_args()
    print(write_wheel(library_of(options.prefix), options.folder))


if __name__ == "__main__":
    main()
