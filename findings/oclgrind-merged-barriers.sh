#!/usr/bin/env bash
# oclgrind 21.10 (Debian 12): the simulator checks the optimized kernel, in which the two barriers
# of an `if` and its `else` are one; so it does not report them.
#
# Of 32 work-items the first 16 wait at the barrier of the `if`, the others at that of the
# `else`, which OpenCL does not allow: "Work-group divergence detected" comes with
# `--build-options -cl-opt-disable`, and without it nothing does. If the `else` has no barrier, or
# another fence, the report comes in both ways.
#
# Why it surprises: the tool is there to find what a GPU would do wrong, and it is expected to run
# the kernel as it is written. Its compiler, clang of version 15, may hoist a call that both
# branches begin with, and other compilers keep the two barriers apart. So the missing report is a
# statement about another kernel, and whether it is missing depends on the arguments of the
# barriers.
#
# Output seen on 2026-11-29 (Debian 12):
#   each: nothing
#   each, -cl-opt-disable: Work-group divergence detected (barrier)
#   fences: Work-group divergence detected (barrier)
#   fences, -cl-opt-disable: Work-group divergence detected (barrier)
#   one: Work-group divergence detected (barrier)
#   one, -cl-opt-disable: Work-group divergence detected (barrier)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
version=1:15.0.6-4+b1
apt-get download -qq oclgrind=21.10-3 liboclgrind-21.10=21.10-3 "libclang-cpp15=$version" \
  "libllvm15=$version" "libclang-common-15-dev=$version" 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu

cat >kernels.cl <<'CL'
kernel void each(global int *out, local int *tile) {
  int at = get_local_id(0);
  tile[at] = at;
  if (at < 16) {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = tile[at ^ 1];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = tile[at ^ 2];
  }
}
kernel void fences(global int *out, local int *tile) {
  int at = get_local_id(0);
  tile[at] = at;
  if (at < 16) {
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    out[at] = tile[at ^ 1];
  } else {
    barrier(CLK_LOCAL_MEM_FENCE);
    out[at] = tile[at ^ 2];
  }
}
kernel void one(global int *out, local int *tile) {
  int at = get_local_id(0);
  tile[at] = at;
  if (at < 16)
    barrier(CLK_LOCAL_MEM_FENCE);
  out[at] = tile[at];
}
CL
# check KERNEL [OPTION...]: what the simulator says of one group of 32 work-items.
check() {
  printf '%s\n' kernels.cl "$1" '32 1 1' '32 1 1' '<size=128 fill=0>' '<size=128>' >run.sim
  root/usr/bin/oclgrind-kernel --data-races "${@:2}" run.sim >said 2>&1
  printf '%s: %s\n' "$1${2:+, ${3-}}" "$(grep -o '^Work-group.*' said | sort -u || :)" |
    sed 's/: $/: nothing/'
}
for kernel in each fences one; do
  check $kernel
  check $kernel --build-options -cl-opt-disable
done | tee seen
diff seen - <<'SEEN'
each: nothing
each, -cl-opt-disable: Work-group divergence detected (barrier)
fences: Work-group divergence detected (barrier)
fences, -cl-opt-disable: Work-group divergence detected (barrier)
one: Work-group divergence detected (barrier)
one, -cl-opt-disable: Work-group divergence detected (barrier)
SEEN
