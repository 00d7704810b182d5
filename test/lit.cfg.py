"""Configures lit for the tests under test/.

A test is a .mlir, .test or .py file with RUN lines. All other files are in folders called `Inputs`
beside the tests. A test may have CALL lines, too. One of its RUN lines then starts
python/Inputs/call_tools.py, which runs all CALL lines in one process.

A test finds these programs on PATH:
  of this build    memplace-opt, memplace-solve, memplace-pack, memplace-verify,
                   memplace-simulate, memplace-lsp-server, memplace-train
  of its LLVM      mlir-opt, mlir-runner, mlir-translate, FileCheck, not, count, split-file
  of .venv         memplace-calibrate, memplace-import, memplace-iree, memplace-report,
                   memplace-run, memplace-serve (installed by utils/setup.sh)

Substitutions, besides lit's own (%s, %t, %S, %{...}):
  %src_root             the repository
  %build_root           the build folder
  %problems             benchmarks/problems
  %python               a Python interpreter; tests must not use its packages
  %venv_python          the Python of .venv, which has JAX
  %core_python          the Python of .venv, importing memplace from this build, with its
                        compiled part
  %pack_env             arguments of `env` with which any Python imports memplace, without
                        its compiled part, and this build's memplace_pack
  %torch_python         the Python of .venv-torch, which has PyTorch and ExecuTorch
                        (utils/check.sh --torch)
  %memplace_runtime     libmemplace_runtime, for mlir-runner
  %memplace_plugin      memplace_plugin.so, for mlir-opt
  %fake_cuda            arguments of `env` that replace CUDA's driver and cuBLASLt by a fake
                        library, so that tests need no GPU
  %cmake_args           arguments of CMake that configure another project with the generator,
                        compilers and linker flags of this build
  %mlir_lib_dir         the folder of MLIR's shared libraries
  %mlir_c_runner_utils  libmlir_c_runner_utils in this folder, for mlir-runner
  %mlir_runner_utils    libmlir_runner_utils in this folder, for mlir-runner
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
torch_venv_dir = os.path.join(config.memplace_source_dir, ".venv-torch")
config.environment["PATH"] = os.path.pathsep.join(
    [
        # Builds with sanitizers have wrappers of mlir-opt and mlir-runner here, which
        # load the sanitizer's runtime. Other builds lack this folder.
        os.path.join(config.memplace_build_dir, "sanitizer-bin"),
        os.path.join(config.memplace_build_dir, "bin"),
        config.llvm_tools_dir,
        config.environment.get("PATH", ""),
        # .venv has its own python3, which must not hide the system's.
        venv_bin_dir,
    ]
)


def shared_library(folder, name):
    return os.path.join(folder, name + config.shared_library_suffix)


build_lib_dir = os.path.join(config.memplace_build_dir, "lib")
# lit replaces the names in this order, so a name must precede its prefixes.
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
    ("%torch_python", '"%s"' % os.path.join(torch_venv_dir, "bin", "python")),
    (
        "%pack_env",
        '"PYTHONPATH={0}:{0}/pack" "MEMPLACE_PACK_LIBRARY={1}"'.format(
            os.path.join(config.memplace_source_dir, "python"),
            shared_library(build_lib_dir, "libmemplace_pack"),
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

# Tests that compile C++ use the compiler cache of the build.
if "LAUNCHER=ccache" in config.cmake_args:
    config.environment["CMAKE_CXX_COMPILER_LAUNCHER"] = "ccache"
for variable in ("HOME", "CCACHE_DIR", "CCACHE_BASEDIR", "CCACHE_NOHASHDIR"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

for program in ("dpkg", "help2man"):
    if shutil.which(program):
        config.available_features.add(program)
if os.path.exists("/usr/share/bash-completion/bash_completion"):
    config.available_features.add("bash-completion")
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
# memplace-iree is always in .venv. Its tests also need IREE's own tools, from IREE's
# packages.
if os.path.exists(os.path.join(venv_bin_dir, "memplace-iree")) and os.path.exists(
    os.path.join(venv_bin_dir, "iree-opt")
):
    config.available_features.add("iree")
# libtpu, XLA's compiler for TPUs. No script installs it.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "libtpu")
):
    config.available_features.add("libtpu")
# Package for reading ONNX files.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "onnx")
):
    config.available_features.add("onnx")
# Packages of the PyTorch front end. No script installs them.
if all(
    glob.glob(
        os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", name)
    )
    for name in ("torch", "torch_mlir", "safetensors")
):
    config.available_features.add("torch")
# PyTorch and ExecuTorch, for which memplace plans memory. utils/check.sh --torch installs
# both.
if glob.glob(os.path.join(torch_venv_dir, "lib", "python3*", "site-packages", "torch")):
    config.available_features.add("torch-venv")
if glob.glob(
    os.path.join(torch_venv_dir, "lib", "python3*", "site-packages", "executorch")
):
    config.available_features.add("executorch")
# Package for reading TFLite files.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "tflite")
):
    config.available_features.add("tflite")
# TFLite's interpreter, whose results tests compare with the importer's.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "ai_edge_litert")
):
    config.available_features.add("litert")
# TFLM's interpreter, which reports the arena of a model.
if glob.glob(
    os.path.join(venv_bin_dir, "..", "lib", "python3*", "site-packages", "tflite_micro")
):
    config.available_features.add("tflm")
if os.path.exists(os.path.join(venv_bin_dir, "mkdocs")):
    config.available_features.add("mkdocs")
# utils/mutate.py confines mutated programs by Landlock, a feature of Linux. System call
# 444 with these arguments returns the version of Landlock, -1 if there is none. Version 1
# lacks a permission that the confinement sets.
if ctypes.CDLL(None).syscall(444, None, 0, 1) >= 2:
    config.available_features.add("landlock")
# Package for utils/check_shape.py, which measures the complexity of functions with it.
if os.path.exists(os.path.join(venv_bin_dir, "lizard")):
    config.available_features.add("shape")
