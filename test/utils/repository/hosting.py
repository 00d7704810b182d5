"""Files for the hosting site parse, and name what the repository has."""

# REQUIRES: mkdocs
# RUN: %venv_python %s %src_root

import re
import sys
from pathlib import Path

import yaml

root = Path(sys.argv[1])

commands = []
for path in sorted((root / ".github" / "workflows").glob("*.yml")):
    workflow = yaml.safe_load(path.read_text())
    # YAML 1.1 reads the key `on` as true.
    assert workflow["name"] == path.stem and True in workflow, path
    for job in workflow["jobs"].values():
        assert job["timeout-minutes"] <= 120, path
        commands += [step["run"] for step in job["steps"] if "run" in step]
scripts = [command for command in commands if re.fullmatch(r"\S+", command)]
assert ".ci/run" in scripts and "utils/package.sh" in scripts, scripts
for script in scripts:
    assert (root / script).stat().st_mode & 0o111, script

citation = yaml.safe_load((root / "CITATION.cff").read_text())
version = re.search(r"VERSION ([0-9.]+)", (root / "CMakeLists.txt").read_text().split("project(")[1])
assert citation["version"] == version[1], citation["version"]

for name in ("SECURITY.md", "CODE_OF_CONDUCT.md", ".github/PULL_REQUEST_TEMPLATE.md"):
    for target in re.findall(r"\]\(([^)]+)\)", (root / name).read_text()):
        assert (root / name).parent.joinpath(target).exists(), f"{name}: {target}"
