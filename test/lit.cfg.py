"""Configures lit for the tests under test/.

A test is a .mlir, .test or .py file with RUN lines. Other files go into a folder `Inputs` beside
the test. CALL lines run in one process, where a RUN line starts python/Inputs/call_tools.py.

Tools: memplace-opt, memplace-solve, memplace-pack, memplace-verify, memplace-simulate,
memplace-lsp-server of this build; mlir-opt, mlir-runner, mlir-translate, FileCheck, not, count,
split-file of its LLVM; memplace-import, memplace-iree, memplace-run of .venv (utils/setup.sh).

Substitutions, besides lit's own (%s, %t, %S, %{...}):
  %src_root          the repository
  %build_root        the build folder
  %problems          benchmarks/problems
  %python            a Python interpreter, without packages
  %venv_python       the Python of .venv, with JAX
  %core_python       the Python of .venv, with the compiled part of memplace of this build
  %memplace_runtime  libmemplace_runtime.so
  %memplace_plugin   memplace_plugin.so, for mlir-opt
  %cmake_args        configure another project with generator and compilers of this build
  %mlir_lib_dir      folder of MLIR's own shared libraries
  %mlir_c_runner_utils, %mlir_runner_utils  two of them, for mlir-runner
"""

import ctypes
import glob
import os
import shutil

import lit.formats

config.name = "memplace"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test", ".py"]
config.excludes = ["Inputs", "lit.cfg.py", "lit.site.cfg.py.in", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.memplace_build_dir, "test")

venv_bin_dir = os.path.join(config.memplace_source_dir, ".venv", "bin")
config.environment["PATH"] = os.path.pathsep.join(
    [
        # mlir-opt and mlir-runner for builds with sanitizers; may be missing.
        os.path.join(config.memplace_build_dir, "sanitizer-bin"),
        os.path.join(config.memplace_build_dir, "bin"),
        config.llvm_tools_dir,
        config.environment.get("PATH", ""),
        # Last, since .venv has its own python3.
        venv_bin_dir,
    ]
)
# The source tree must stay clean.
config.environment["PYTHONDONTWRITEBYTECODE"] = "1"


def shared_library(folder, name):
    return os.path.join(folder, name + config.shared_library_suffix)


build_lib_dir = os.path.join(config.memplace_build_dir, "lib")
# Of two names with a common prefix, the longer comes first.
config.substitutions += [
    ("%src_root", config.memplace_source_dir),
    ("%build_root", config.memplace_build_dir),
    ("%problems", os.path.join(config.memplace_source_dir, "benchmarks", "problems")),
    ("%venv_python", '"%s"' % os.path.join(venv_bin_dir, "python")),
    (
        "%core_python",
        'env "PYTHONPATH=%s" "%s"'
        % (
            os.path.join(config.memplace_build_dir, "python"),
            os.path.join(venv_bin_dir, "python"),
        ),
    ),
    (
        "%fake_cuda",
        "MEMPLACE_CUDA_DRIVER={0} MEMPLACE_CUBLASLT={0}".format(
            shared_library(
                os.path.join(config.memplace_build_dir, "unittests"),
                "libmemplace_fake_cuda",
            )
        ),
    ),
    ("%python", '"%s"' % config.python_executable),
    ("%memplace_runtime", shared_library(build_lib_dir, "libmemplace_runtime")),
    ("%cmake_args", config.cmake_args),
    ("%memplace_plugin", os.path.join(build_lib_dir, "memplace_plugin.so")),
    ("%mlir_lib_dir", config.mlir_lib_dir),
    (
        "%mlir_c_runner_utils",
        shared_library(config.mlir_lib_dir, "libmlir_c_runner_utils"),
    ),
    ("%mlir_runner_utils", shared_library(config.mlir_lib_dir, "libmlir_runner_utils")),
]

# Tests that compile share the compiler cache of the build.
if "LAUNCHER=ccache" in config.cmake_args:
    config.environment["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
for variable in ("HOME", "CCACHE_DIR", "CCACHE_BASEDIR", "CCACHE_NOHASHDIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

if shutil.which("dpkg"):
    config.available_features.add("dpkg")
if config.sanitize:
    config.available_features.add("sanitizer")
if config.has_agent.upper() in ("1", "ON", "TRUE", "YES"):
    config.available_features.add("agent")
if config.has_kernels == "ON":
    config.available_features.add("kernels")
if config.has_python.upper() in ("1", "ON", "TRUE", "YES"):
    config.available_features.add("python-bindings")
if os.path.exists(os.path.join(venv_bin_dir, "memplace-import")):
    config.available_features.add("venv")
if any(shutil.which(name) for name in ("chromium-headless-shell", "chromium")):
    config.available_features.add("chromium")
# IREE's wheels are required, too.
if os.path.exists(os.path.join(venv_bin_dir, "memplace-iree")) and os.path.exists(
    os.path.join(venv_bin_dir, "iree-opt")
):
    config.available_features.add("iree")
# The compiler for TPUs, an optional installation.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "libtpu")
):
    config.available_features.add("libtpu")
# The reader of ONNX files.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "onnx")
):
    config.available_features.add("onnx")
# PyTorch and torch-mlir, an optional installation.
if all(
    glob.glob(
        os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", name)
    )
    for name in ("torch", "torch_mlir", "safetensors")
):
    config.available_features.add("torch")
# The reader of TFLite files and of weights.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "tflite")
):
    config.available_features.add("tflite")
# TFLite's own interpreter.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "ai_edge_litert")
):
    config.available_features.add("litert")
if os.path.exists(os.path.join(venv_bin_dir, "mkdocs")):
    config.available_features.add("mkdocs")
# Landlock, which confines the changed programs of utils/mutate.py, has a version.
if ctypes.CDLL(None).syscall(444, None, 0, 1) >= 2:
    config.available_features.add("landlock")
# The parser of utils/check_shape.py.
if os.path.exists(os.path.join(venv_bin_dir, "lizard")):
    config.available_features.add("shape")
