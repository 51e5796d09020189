"""How lit runs warplint's tests.

Substitutions beside lit's own (%s, %S, %t):

  %warplint   the program
  %stub       "--sort=source --verbose -- flags" that parse a file against
              Inputs/cuda_stub.h, without a CUDA toolkit; ends the command line.
              Findings come in the order of the source, each access by itself,
              as a test has its expectations
  %without_checks FILE   prints FILE with its RUN and CHECK comments left blank
  %stub_flags those flags alone, for a compilation database
  %check      FileCheck that refuses warnings, remarks and errors which the file
              does not expect: name the file next
  %races      makes a JSON report lines: "kernel": "verdict of races", "reason"; then
              the messages of the findings
  %toy_warplint, %toy_tidy
              the program and warplint-tidy with the check of unittests/Toy
  %inputs     the folder Inputs
  %docs       the documentation
  %examples   the examples of this repository
  %python     the interpreter that runs lit
  %lab        scripts/lab, the commands that measure and compare
  %cxx        a C++ compiler for this machine
  %llvm_include
              the folder of LLVM's and Clang's headers
  %root, %integrations, %build
              the repository, its folder integrations, and the build
  %tidy       clang-tidy with the plugin and with those of warplint's checks alone
              that are on by default; %tidy_plain without a --checks of its own
  %own_tidy   warplint-tidy
  %run_plain, %run_own
              run-clang-tidy with the program of %tidy, and with warplint-tidy
  %sarif_multitool
              Microsoft's validator of SARIF
  %fuzzer     the fuzzer of the parsers: name one next
  %tidy_stub  as %stub, for clang-tidy: ends the command line
  %tidy_strict
              FileCheck's options that refuse diagnostics which the file does not
              expect

Features:

  cuda-toolkit  a CUDA toolkit is installed
  nvcc          and its compiler: %nvcc
  gpu           a GPU, its driver and nvcc are here
  host-compiler a C++ compiler for this machine is here
  bash, bazel, cmake, fish, jq, make, mkdocs, ninja, nvim, pip, pre-commit, readelf,
  tmux, yaml, zsh
                these programs, and Python's pip and yaml, are here
  chromium      it is here, with its chromedriver
  npm           it is here, and ./dev has installed what the VS Code extension is
                built with
  sarif-multitool
                it is on PATH, or named by the variable SARIF_MULTITOOL
  preload       a library can be loaded into the program before others
  mounts        a process may mount file systems for itself
  strace        it is here, and may follow the calls of a process
  root          the tests run as root
  fuzzer        the sanitizers' runtime is here, and the fuzzer was built
  tidy          clang-tidy is here, and the plugin and warplint-tidy were built
  tidy-plugin   and the plugin can be loaded: %tidy has it, else warplint-tidy
  memory-limit  the program's memory can be bounded

The stub's flags find no header of this machine (-nostdlibinc). The slowest tests begin:
where lit has not seen them yet, by the seconds in .lit_test_times.txt.
"""

import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys

import lit.formats

try:
    import psutil  # lit needs it to end a test that hangs.
except ImportError:
    psutil = None

# The bundle for a GPU has warplint alone.
for other in ("generate_kernels", "parser_fuzzer", "tidy_plugin", "toy_tidy", "toy_warplint",
              "warplint_tidy", "is_sanitized"):
    if not hasattr(config, other):
        setattr(config, other, "")

config.name = "warplint"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".cu", ".cuh", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.dirname(__file__)

is_sanitized = config.is_sanitized
if psutil:
    lit_config.maxIndividualTestTime = 600 if is_sanitized else 240  # seconds

if is_sanitized:
    # LLVM's own libraries have no sanitizer in them: memory that they hold to
    # the end is no leak, and containers that both sides fill have no notes.
    config.environment["ASAN_OPTIONS"] = os.environ.get(
        "ASAN_OPTIONS", "detect_leaks=0:detect_container_overflow=0")
else:
    # AddressSanitizer reserves terabytes of addresses.
    config.available_features.add("memory-limit")

# Edited copies lie below: what formats this repository is not for them.
with open(os.path.join(config.test_exec_root, ".clang-format"), "w") as style:
    style.write("DisableFormat: true\n")

inputs = os.path.join(config.test_source_root, "Inputs")
stub = os.path.join(inputs, "cuda_stub.h")
stub_flags = f"-std=c++17 -nocudainc -nocudalib -nostdlibinc -I {inputs} -include {stub}"
unexpected = " ".join(f"--implicit-check-not={word}:"
                      for word in ("warning", "remark", "error"))

config.substitutions += [
    ("%warplint", config.warplint),
    ("%stub_flags", stub_flags),
    ("%stub", "--sort=source --verbose -- " + stub_flags),
    # What is expected of an edited copy must not be found in its comments.
    ("%without_checks", r"sed 's|^ *// [A-Z][A-Z-]*:.*||'"),
    ("%check", "FileCheck " + unexpected),
    ("%races", f"{sys.executable} {os.path.join(inputs, 'races.py')}"),
    ("%inputs", inputs),
    ("%docs", os.path.join(config.test_source_root, "..", "docs")),
    ("%examples", os.path.join(config.test_source_root, "..", "examples")),
]

config.substitutions += [("%toy_warplint", config.toy_warplint),
                         ("%toy_tidy", config.toy_tidy)]
config.substitutions.append(("%python", sys.executable))
host_compiler = os.path.join(config.llvm_tools, "clang++")
if os.path.exists(host_compiler):
    config.available_features.add("host-compiler")
    config.substitutions += [
        ("%cxx", host_compiler),
        ("%llvm_include", os.path.join(os.path.dirname(config.llvm_tools),
                                       "include"))]
    # A sanitizer wants to be loaded first.
    if not is_sanitized:
        config.available_features.add("preload")

root = os.path.dirname(config.test_source_root)
config.substitutions += [("%root", root),
                         ("%lab", f"{sys.executable} {os.path.join(root, 'scripts', 'lab')}"),
                         ("%lit_package", os.path.dirname(os.path.dirname(lit.__file__))),
                         ("%integrations", os.path.join(root, "integrations")),
                         ("%build", os.path.dirname(config.test_exec_root))]
for name in ("bash", "bazel", "cmake", "fish", "jq", "make", "mkdocs", "ninja", "nvim",
             "pre-commit", "readelf", "tmux", "zsh"):
    if shutil.which(name):
        config.available_features.add(name)
if os.path.exists("/usr/include/torch"):  # Where every compiler looks.
    config.available_features.add("torch-headers")
if shutil.which("emacs") and subprocess.run(
        ["emacs", "--batch", "-q", "-f", "package-initialize", "-l", "eglot"],
        capture_output=True).returncode == 0:
    config.available_features.add("eglot")
if shutil.which("chromium") and shutil.which("chromedriver"):
    config.available_features.add("chromium")
extension = pathlib.Path(root, "editors", "vscode")
installed = extension / "node_modules" / ".package-lock.json"
if (shutil.which("npm") and installed.exists() and installed.stat().st_mtime
        >= (extension / "package-lock.json").stat().st_mtime):
    config.available_features.add("npm")
for name in ("pip", "yaml"):
    if importlib.util.find_spec(name):
        config.available_features.add(name)

# Microsoft's validator, an npm package; its program hands its words to a shell.
sarif_multitool = os.environ.get("SARIF_MULTITOOL",
                                 shutil.which("sarif-multitool"))
if sarif_multitool:
    config.available_features.add("sarif-multitool")
    config.substitutions.append(("%sarif_multitool", sarif_multitool))

# Whether a process may mount what it alone sees.
mounts = ["unshare", "--mount", "--map-root-user", "sh", "-c",
          "mount -t tmpfs none /mnt && mount -o remount,bind,ro /mnt"]
if shutil.which("unshare") and subprocess.run(
        mounts, capture_output=True, check=False).returncode == 0:
    config.available_features.add("mounts")
if shutil.which("strace") and subprocess.run(
        ["strace", "-f", "-qq", "-o", os.devnull, "true"],
        capture_output=True, check=False).returncode == 0:
    config.available_features.add("strace")
if os.geteuid() == 0:
    config.available_features.add("root")
if config.parser_fuzzer:
    config.available_features.add("fuzzer")
    config.substitutions.append(("%fuzzer", config.parser_fuzzer))

clang_tidy = os.path.join(config.llvm_tools, "clang-tidy")
run_tidy = os.path.join(config.llvm_tools, "run-clang-tidy")
if (config.tidy_plugin
        and os.path.exists(clang_tidy) and os.path.exists(run_tidy)):
    config.available_features.add("tidy")
    load = [f"--load={config.tidy_plugin}", f"-load {config.tidy_plugin}"]
    if is_sanitized:
        # A plugin with a sanitizer in it can't be loaded by a program without:
        # the program that has the same checks in it stands for both.
        clang_tidy, load = config.warplint_tidy, ["", ""]
    else:
        config.available_features.add("tidy-plugin")
    plain = f"{clang_tidy} {load[0]}"
    config.substitutions += [
        ("%tidy_stub_flags", stub_flags),
        ("%tidy_stub_json", stub_flags.replace("&", "\\&")),
        ("%tidy_stub", "-- " + stub_flags),
        ("%tidy_strict", " ".join(f"--implicit-check-not={word}:"
                                  for word in ("warning", "remark", "error"))),
        ("%tidy_plain", plain),
        ("%tidy", plain + " '--checks=-*,warplint-*,"
                          "-warplint-uncoalesced-access,-warplint-shared-race'"),
        ("%run_plain", f"{sys.executable} {run_tidy} "
                       f"-clang-tidy-binary {clang_tidy} {load[1]}"),
        ("%run_own", f"{sys.executable} {run_tidy} "
                     f"-clang-tidy-binary {config.warplint_tidy}"),
        ("%own_tidy", config.warplint_tidy),
    ]

# FileCheck, not and split-file are no programs of a user's PATH.
config.environment["PATH"] = os.pathsep.join(
    [config.llvm_tools, config.environment["PATH"]])
# Tests see what the program does, not what it remembers.
config.environment["WARPLINT_CACHE_DIR"] = ""
# Of CUTLASS there is no usual place; what wants it is left out without this.
if "CUTLASS_PATH" in os.environ:
    config.environment["CUTLASS_PATH"] = os.environ["CUTLASS_PATH"]
# Where the toolkit is must come from the test, not from whoever runs it.
for name in ("CUDA_PATH", "CUDA_HOME"):
    config.environment.pop(name, None)


def toolkit_root():
    """The CUDA toolkit's folder, or nothing."""
    candidates = [os.environ.get("CUDA_PATH"), os.environ.get("CUDA_HOME")]
    nvcc = shutil.which("nvcc")
    if nvcc:
        candidates.append(os.path.dirname(os.path.dirname(
            os.path.realpath(nvcc))))
    candidates.append("/usr/local/cuda")
    for root in filter(None, candidates):
        if os.path.exists(os.path.join(root, "include", "cuda_runtime.h")):
            return root
    return None


def has_gpu():
    """Whether the driver lists a GPU."""
    if not shutil.which("nvidia-smi"):
        return False
    listed = subprocess.run(["nvidia-smi", "-L"], capture_output=True, text=True,
                            check=False)
    return listed.returncode == 0 and "GPU" in listed.stdout


cuda = toolkit_root()
if cuda:
    config.available_features.add("cuda-toolkit")
    config.substitutions.append(("%cuda_path", cuda))
    nvcc = os.path.join(cuda, "bin", "nvcc")
    if os.path.exists(nvcc):
        config.available_features.add("nvcc")
        config.substitutions.append(("%nvcc", nvcc))
    if has_gpu() and os.path.exists(os.path.join(cuda, "bin", "nvcc")):
        config.available_features.add("gpu")
