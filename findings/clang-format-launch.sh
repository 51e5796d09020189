#!/usr/bin/env bash
# clang-format 14.0.6 (Debian 12; 22.1.8 does the same): `--style=GNU`, and any style with
# `Standard: c++03`, breaks every kernel launch.
#
# `k<<<grid, block>>> (p)` becomes `k<<<grid, block> > > (p)`, which no compiler of CUDA
# reads. The styles LLVM, Google, Chromium, Mozilla, WebKit and Microsoft leave a launch
# as it is; GNU of version 22 does so, too, as its Standard is now Latest.
#
# Why it surprises: Standard says how `> >` of nested templates is written, and a launch
# is no template: `<<<` stays whole, only `>>>` is parted. git-clang-format takes .cu and
# .cuh files without being asked. A style is expected to change spaces, not whether a file
# compiles.
#
# Output seen on 2026-11-28 (Debian 12):
#   14, GNU: k<<<grid, block> > > (p);
#   14, c++03: k<<<grid, block> > >(p);
#   14, LLVM: k<<<grid, block>>>(p);
#   22, c++03: k<<<grid, block> > >(p);
#   before: compiles
#   after: error: expected expression
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
old=1:14.0.6-12
new=1:22.1.8-1~deb12u1
apt-get download -qq "clang-format-14=$old" "clang-14=$old" "libclang-cpp14=$old" \
  "libllvm14=$old" "libclang-common-14-dev=$old" "clang-format-22=$new" \
  "libclang-cpp22=$new" "libllvm22=$new" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-14/lib

cat >launch.cu <<'CU'
#define __global__ __attribute__((global))
struct dim3 { unsigned x, y, z; };
extern "C" int __cudaPushCallConfiguration(dim3, dim3, unsigned long = 0, void * = 0);
extern "C" int cudaConfigureCall(dim3, dim3, unsigned long = 0, void * = 0);
__global__ void k(int *p) { *p = 1; }
void launch(int *p, dim3 grid, dim3 block) {
  k<<<grid, block>>>(p);
}
CU
# style VERSION STYLE: the launch in this style.
style() { root/usr/lib/llvm-"$1"/bin/clang-format --style="$2" launch.cu | grep -o 'k<<<.*;'; }
compile() {
  root/usr/lib/llvm-14/bin/clang++ -x cuda --cuda-device-only --cuda-gpu-arch=sm_52 -nocudainc \
    -nocudalib -nostdinc --cuda-path="$folder/none" -fsyntax-only "$1" 2>&1 || :
}
{
  echo "14, GNU: $(style 14 GNU)"
  echo "14, c++03: $(style 14 '{Standard: c++03}')"
  echo "14, LLVM: $(style 14 LLVM)"
  echo "22, c++03: $(style 22 '{Standard: c++03}')"
  message=$(compile launch.cu)
  echo "before: ${message:-compiles}"
  root/usr/lib/llvm-14/bin/clang-format -i --style=GNU launch.cu
  echo "after: $(compile launch.cu | grep -o -m1 'error: .*')"
} | tee seen
diff seen - <<'SEEN'
14, GNU: k<<<grid, block> > > (p);
14, c++03: k<<<grid, block> > >(p);
14, LLVM: k<<<grid, block>>>(p);
22, c++03: k<<<grid, block> > >(p);
before: compiles
after: error: expected expression
SEEN
