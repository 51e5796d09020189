#!/bin/sh
# Runs warplint's tests on this machine's GPU: needs Python, nvcc, ncu and the GPU.
#   run [LIT'S ARGUMENTS]    the tests; results in ./results
#   run --speed [ARGUMENTS]  times of what --fix writes beside what people write
set -eu
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$here/results"
if [ "${1-}" = --speed ]; then
  shift
  exec python3 "$here/scripts/lab" speed --warplint="$here/bin/warplint" \
    -o "$here/results/speed" "$@"
fi
cat >"$here/results/lit.site.cfg.py" <<END
config.warplint = "$here/bin/warplint"
config.generate_kernels = ""
config.llvm_tools = "$here/bin"
config.test_exec_root = "$here/results"
lit_config.load_config(config, "$here/test/lit.cfg.py")
END
PYTHONPATH=$here/lit exec python3 -c "from lit.main import main; main()" -v "$@" "$here/results/gpu"
