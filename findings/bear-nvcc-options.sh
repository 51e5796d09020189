#!/usr/bin/env bash
# Bear 3.1.1 (Debian 12): of an nvcc command it drops the options that look like gcc's for the linker or
# end like a file, also as a value of another option, which then takes what stands behind it.
#
# Bear knows nvcc, but reads its options as gcc's. `-lineinfo` and `-lto` are dropped as libraries,
# and `-include=all.h`, the same as `-include all.h`, is dropped for its ending. In `-Xcompiler -MMD
# -c` the value is dropped, so that `-c` becomes the value. `--pre-include all.h` loses its value, too,
# and the header gets an entry of its own, as if it were compiled. `-Xcompiler=-MMD` is kept.
#
# Why it surprises: -gencode, -rdc, -maxrregcount and a dozen other options of nvcc come through with
# their values, so the database looks complete. A tool that reads it misses the macros of a header that
# the build forces into each file, and a command with `-Xcompiler -c` compiles and links. `-MMD` for
# the host compiler is a usual way to get dependencies. There is no message, and the exit code is that
# of the build.
#
# Output seen on 2026-11-29 (Debian 12):
#   -gencode arch=compute_80,code=sm_80: -gencode arch=compute_80,code=sm_80 -c -o k.o k.cu
#   -rdc true: -rdc true -c -o k.o k.cu
#   -lineinfo: -c -o k.o k.cu
#   -lto: -c -o k.o k.cu
#   -include all.h: -include all.h -c -o k.o k.cu
#   -include=all.h: -c -o k.o k.cu
#   --pre-include all.h: --pre-include -c -o k.o all.h
#   --pre-include all.h: --pre-include -c -o k.o k.cu
#   -Xcompiler -Wall: -Xcompiler -Wall -c -o k.o k.cu
#   -Xcompiler -MMD: -Xcompiler -c -o k.o k.cu
#   -Xcompiler -include,all.h: -Xcompiler -c -o k.o k.cu
#   -Xcompiler=-MMD: -Xcompiler=-MMD -c -o k.o k.cu
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq bear=3.1.1-1 libear=3.1.1-1 libabsl20220623 libfmt9 libgrpc++1.51 libgrpc29 \
  libprotobuf32 libspdlog1.10 libre2-9 libc-ares2 libssl3 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
libraries=$folder/root/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH=$libraries

# An nvcc that does nothing: Bear looks at the command alone.
mkdir bin
printf '#!/bin/sh\n' >bin/nvcc
chmod +x bin/nvcc
touch k.cu all.h
# entry OPTION...: what the database has of a command with these options.
entry() {
  PATH=$folder/bin:$PATH root/usr/bin/bear --bear-path "$folder/root/usr/bin/bear" \
    --library "$libraries/bear/libexec.so" --wrapper "$libraries/bear/wrapper" \
    --wrapper-dir "$libraries/bear/wrapper.d" -- nvcc "$@" -c k.cu -o k.o
  python3 - "$*" <<'PY'
import json, sys
with open("compile_commands.json", encoding="utf-8") as database:
    for entry in json.load(database):
        print(f'{sys.argv[1]}: {" ".join(entry["arguments"][1:])}')
PY
}
{
  entry -gencode arch=compute_80,code=sm_80
  entry -rdc true
  entry -lineinfo
  entry -lto
  entry -include all.h
  entry -include=all.h
  entry --pre-include all.h
  entry -Xcompiler -Wall
  entry -Xcompiler -MMD
  entry -Xcompiler -include,all.h
  entry -Xcompiler=-MMD
} 2>&1 | tee seen
diff seen - <<'SEEN'
-gencode arch=compute_80,code=sm_80: -gencode arch=compute_80,code=sm_80 -c -o k.o k.cu
-rdc true: -rdc true -c -o k.o k.cu
-lineinfo: -c -o k.o k.cu
-lto: -c -o k.o k.cu
-include all.h: -include all.h -c -o k.o k.cu
-include=all.h: -c -o k.o k.cu
--pre-include all.h: --pre-include -c -o k.o all.h
--pre-include all.h: --pre-include -c -o k.o k.cu
-Xcompiler -Wall: -Xcompiler -Wall -c -o k.o k.cu
-Xcompiler -MMD: -Xcompiler -c -o k.o k.cu
-Xcompiler -include,all.h: -Xcompiler -c -o k.o k.cu
-Xcompiler=-MMD: -Xcompiler=-MMD -c -o k.o k.cu
SEEN
