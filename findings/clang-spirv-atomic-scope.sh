#!/usr/bin/env bash
# clang 22.1.8 (Debian 12), OpenCL to SPIR-V: atomic_fetch_add() without a scope is relaxed and for the
# work-group alone, and work_group_barrier() with the scope of the device waits for the device.
#
# OpenCL C defines atomic_fetch_add(a, 1) and atomic_exchange(a, 1) as memory_order_seq_cst and
# memory_scope_device; both become Workgroup and Relaxed. atomic_load_explicit() has OpenCL's numbers
# of order and scope as operands, where SPIR-V has others: acquire for the device is Workgroup, and
# seq_cst for the device is scope 5, which does not exist. A store for the work-group is sequentially
# consistent for the device. clang 15, which translates by llvm-spirv, has all of them as OpenCL has.
#
# Why it surprises: with both arguments written out, atomic_fetch_add_explicit() is right, and so are
# atomic_load() and atomic_store(), so that the compiler knows orders and scopes. The short form is the
# usual one for a counter that all work-groups share, and there an atomic of the work-group may lose
# additions. A barrier waits for a work-group in every case; its scope is that of the memory. There
# is no message.
#
# Output seen on 2026-11-29 (Debian 12):
#   atomic_fetch_add(a, 1)
#     22: OpAtomicIAdd Workgroup Relaxed
#     15: OpAtomicIAdd Device SequentiallyConsistent
#   atomic_fetch_add_explicit(a, 1, memory_order_relaxed)
#     22: OpAtomicIAdd Workgroup Relaxed
#     15: OpAtomicIAdd Device Relaxed
#   atomic_fetch_add_explicit(a, 1, memory_order_seq_cst, memory_scope_device)
#     22: OpAtomicIAdd Device SequentiallyConsistent
#     15: OpAtomicIAdd Device SequentiallyConsistent
#   atomic_fetch_add_explicit(a, 1, memory_order_seq_cst, memory_scope_work_group)
#     22: OpAtomicIAdd Workgroup SequentiallyConsistent
#     15: OpAtomicIAdd Workgroup SequentiallyConsistent
#   atomic_exchange(a, 1)
#     22: OpAtomicExchange Workgroup Relaxed
#     15: OpAtomicExchange Device SequentiallyConsistent
#   i[0] = atomic_load(a)
#     22: OpAtomicLoad Device SequentiallyConsistent
#     15: OpAtomicLoad Device SequentiallyConsistent
#   i[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_device)
#     22: OpAtomicLoad Workgroup Acquire
#     15: OpAtomicLoad Device Acquire
#   i[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_work_group)
#     22: OpAtomicLoad Workgroup 1
#     15: OpAtomicLoad Workgroup Acquire
#   i[0] = atomic_load_explicit(a, memory_order_seq_cst, memory_scope_device)
#     22: OpAtomicLoad 5 Acquire
#     15: OpAtomicLoad Device SequentiallyConsistent
#   atomic_store(a, 1)
#     22: OpAtomicStore Device SequentiallyConsistent
#     15: OpAtomicStore Device SequentiallyConsistent
#   atomic_store_explicit(a, 1, memory_order_relaxed, memory_scope_work_group)
#     22: OpAtomicStore Device SequentiallyConsistent
#     15: OpAtomicStore Workgroup Relaxed
#   work_group_barrier(CLK_GLOBAL_MEM_FENCE)
#     22: OpControlBarrier waits for Workgroup, memory of Workgroup
#     15: OpControlBarrier waits for Workgroup, memory of Workgroup
#   work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device)
#     22: OpControlBarrier waits for Device, memory of Device
#     15: OpControlBarrier waits for Workgroup, memory of Device
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
new=1:22.1.8-1~deb12u1 old=1:15.0.6-4+b1
apt-get download -qq "clang-22=$new" "libclang-cpp22=$new" "libclang-common-22-dev=$new" \
  "libllvm22=$new" "clang-15=$old" "libclang-cpp15=$old" "libclang-common-15-dev=$old" \
  "libllvm15=$old" llvm-spirv-15=15.0.0-2 libllvmspirvlib15=15.0.0-2 spirv-tools=2023.1-2 \
  libz3-4=4.8.12-3.1 libedit2 libbsd0 libmd0 libxml2 libicu72 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu:$folder/root/usr/lib/llvm-22/lib
export LD_LIBRARY_PATH=$LD_LIBRARY_PATH:$folder/root/usr/lib/llvm-15/lib
export PATH=$folder/root/usr/bin:$PATH

cat >found.py <<'PY'
# The atomics and barriers of a disassembled module, with scopes and memory semantics by name.
import re
import sys

text = sys.stdin.read()
constants = dict(re.findall(r"(%\S+) = OpConstant %\w+ (\d+)", text))
constants.update((name, "0") for name in re.findall(r"(%\S+) = OpConstantNull %uint", text))
scopes = ["CrossDevice", "Device", "Workgroup", "Subgroup", "Invocation"]
orders = {0: "Relaxed", 2: "Acquire", 4: "Release", 8: "AcquireRelease", 16: "SequentiallyConsistent"}


def scope(name):
    number = int(constants[name])
    return scopes[number] if number < len(scopes) else str(number)


def semantics(name):
    number = int(constants[name])
    return orders.get(number & 31, str(number & 31))


found = []
for line in text.splitlines():
    atomic = re.search(r"(OpAtomic(?:Load|IAdd|Exchange)) %\w+ %\w+ (%\w+) (%\w+)", line) or re.search(
        r"(OpAtomicStore) %\w+ (%\w+) (%\w+)", line
    )
    barrier = re.search(r"(OpControlBarrier) (%\w+) (%\w+) (%\w+)", line)
    if atomic:
        found.append(f"{atomic[1]} {scope(atomic[2])} {semantics(atomic[3])}")
    if barrier:
        found.append(f"{barrier[1]} waits for {scope(barrier[2])}, memory of {scope(barrier[3])}")
print(sorted(set(found))[0])
PY
# show STATEMENT: what the two compilers make of it.
show() {
  cat >k.cl <<CL
kernel void k(global int *i, global atomic_int *a) { $1; }
CL
  clang-22 --target=spirv64 -cl-std=CL2.0 -O2 -c k.cl -o 22.spv
  clang-15 --target=spirv64 -cl-std=CL2.0 -O2 -c -emit-llvm k.cl -o 15.bc
  llvm-spirv-15 15.bc -o 15.spv
  echo "$1"
  echo "  22: $(spirv-dis 22.spv | python3 found.py)"
  echo "  15: $(spirv-dis 15.spv | python3 found.py)"
}
{
  show 'atomic_fetch_add(a, 1)'
  show 'atomic_fetch_add_explicit(a, 1, memory_order_relaxed)'
  show 'atomic_fetch_add_explicit(a, 1, memory_order_seq_cst, memory_scope_device)'
  show 'atomic_fetch_add_explicit(a, 1, memory_order_seq_cst, memory_scope_work_group)'
  show 'atomic_exchange(a, 1)'
  show 'i[0] = atomic_load(a)'
  show 'i[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_device)'
  show 'i[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_work_group)'
  show 'i[0] = atomic_load_explicit(a, memory_order_seq_cst, memory_scope_device)'
  show 'atomic_store(a, 1)'
  show 'atomic_store_explicit(a, 1, memory_order_relaxed, memory_scope_work_group)'
  show 'work_group_barrier(CLK_GLOBAL_MEM_FENCE)'
  show 'work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device)'
} 2>&1 | tee seen
diff seen - <<'SEEN'
atomic_fetch_add(a, 1)
  22: OpAtomicIAdd Workgroup Relaxed
  15: OpAtomicIAdd Device SequentiallyConsistent
atomic_fetch_add_explicit(a, 1, memory_order_relaxed)
  22: OpAtomicIAdd Workgroup Relaxed
  15: OpAtomicIAdd Device Relaxed
atomic_fetch_add_explicit(a, 1, memory_order_seq_cst, memory_scope_device)
  22: OpAtomicIAdd Device SequentiallyConsistent
  15: OpAtomicIAdd Device SequentiallyConsistent
atomic_fetch_add_explicit(a, 1, memory_order_seq_cst, memory_scope_work_group)
  22: OpAtomicIAdd Workgroup SequentiallyConsistent
  15: OpAtomicIAdd Workgroup SequentiallyConsistent
atomic_exchange(a, 1)
  22: OpAtomicExchange Workgroup Relaxed
  15: OpAtomicExchange Device SequentiallyConsistent
i[0] = atomic_load(a)
  22: OpAtomicLoad Device SequentiallyConsistent
  15: OpAtomicLoad Device SequentiallyConsistent
i[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_device)
  22: OpAtomicLoad Workgroup Acquire
  15: OpAtomicLoad Device Acquire
i[0] = atomic_load_explicit(a, memory_order_acquire, memory_scope_work_group)
  22: OpAtomicLoad Workgroup 1
  15: OpAtomicLoad Workgroup Acquire
i[0] = atomic_load_explicit(a, memory_order_seq_cst, memory_scope_device)
  22: OpAtomicLoad 5 Acquire
  15: OpAtomicLoad Device SequentiallyConsistent
atomic_store(a, 1)
  22: OpAtomicStore Device SequentiallyConsistent
  15: OpAtomicStore Device SequentiallyConsistent
atomic_store_explicit(a, 1, memory_order_relaxed, memory_scope_work_group)
  22: OpAtomicStore Device SequentiallyConsistent
  15: OpAtomicStore Workgroup Relaxed
work_group_barrier(CLK_GLOBAL_MEM_FENCE)
  22: OpControlBarrier waits for Workgroup, memory of Workgroup
  15: OpControlBarrier waits for Workgroup, memory of Workgroup
work_group_barrier(CLK_GLOBAL_MEM_FENCE, memory_scope_device)
  22: OpControlBarrier waits for Device, memory of Device
  15: OpControlBarrier waits for Workgroup, memory of Device
SEEN
