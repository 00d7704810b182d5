"""Compares a Debian package's dependencies with the packages of the shared libraries
that its files link: check_depends.py PACKAGE UNPACKED_PREFIX
"""

import re
import subprocess
import sys
from pathlib import Path


def output_of(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def package_of(library: str) -> str:
    """Returns the package of a shared library itself, not of links to the library."""
    name = str(Path(library).resolve())
    # Debian's folders in / are links to those in /usr.
    names = [name, name.removeprefix("/usr")]
    found = subprocess.run(
        ["dpkg", "--search", *names], check=False, capture_output=True, text=True
    )
    return found.stdout.split(":")[0]


package, prefix = sys.argv[1], Path(sys.argv[2]).resolve()
files = [
    *prefix.glob("bin/*"),
    *prefix.glob("lib/*.so"),
    *prefix.glob("lib/memplace/**/*.so"),
]
binaries = [str(f) for f in files if f.read_bytes()[:4] == b"\x7fELF"]
needed, agent_needed = set(), set()
for binary in binaries:
    direct = re.findall(r"NEEDED\).*\[(.*)\]", output_of("llvm-readelf", "-d", binary))
    resolved = dict(re.findall(r"(\S+) => (/\S+)", output_of("ldd", binary)))
    libraries = [resolved[name] for name in direct if name in resolved]
    packages = {package_of(lib) for lib in libraries if not lib.startswith(str(prefix))}
    if Path(binary).name.startswith(("libmemplace_agent.", "memplace-train")):
        agent_needed |= packages
    else:
        needed |= packages


def field(name: str) -> set[str]:
    text = output_of("dpkg-deb", "--field", package, name)
    return {entry.split()[0] for entry in text.split(",")}


named = field("Depends")
assert len(binaries) > 7, binaries
assert needed == named, f"needed: {sorted(needed)}, named: {sorted(named)}"
# Only the agent may be missing.
missing = agent_needed - named - field("Recommends")
assert not missing, f"the agent needs: {sorted(missing)}"
