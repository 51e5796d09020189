#!/usr/bin/env bash
# spirv-cross 1.3.239 (Debian 12): in Metal, a barrier behind `memoryBarrierBuffer()` no longer
# orders shared memory.
#
# `barrier()` of a GLSL compute shader becomes threadgroup_barrier(mem_flags::mem_threadgroup).
# `memoryBarrierBuffer(); barrier();` becomes one threadgroup_barrier(mem_flags::mem_device), so
# what the others wrote to shared memory need not be seen behind it. The other order gives both.
# `memoryBarrierShared(); subgroupBarrier();` loses the barrier of the subgroup altogether. HLSL of
# the same SPIR-V has the fence of the buffer and the barrier. `glslc -O` changes nothing.
#
# Why it surprises: a fence is put in front of a barrier, and the barrier gets weaker. In SPIR-V the
# control barrier still names WorkgroupMemory, so one call in place of the two is expected to have
# the flags of both. GLSL asks for these two calls, in this order, where a tile and a buffer are
# published at once. A shader that is right on one backend then has a race on another.
#
# Output seen on 2026-11-29 (Debian 12):
#   barrier: threadgroup_barrier(mem_flags::mem_threadgroup)
#   buffer, barrier: threadgroup_barrier(mem_flags::mem_device)
#   buffer, barrier, HLSL: DeviceMemoryBarrier() GroupMemoryBarrierWithGroupSync()
#   barrier, buffer: threadgroup_barrier(mem_flags::mem_threadgroup) threadgroup_barrier(mem_flags::mem_device)
#   subgroup: simdgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup | mem_flags::mem_texture)
#   shared, subgroup: threadgroup_barrier(mem_flags::mem_threadgroup)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq spirv-cross=2021.01.15+1.3.239.0-1 glslc=2023.2-1 libshaderc1=2023.2-1 \
  2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu

# barriers NAME STATEMENTS LANGUAGE...: the barriers of a shader with these statements.
barriers() {
  cat >shader.comp <<COMP
#version 450
#extension GL_KHR_shader_subgroup_basic : enable
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void main() {
  uint at = gl_LocalInvocationIndex;
  tile[at] = data[at];
  $2
  data[at] = tile[at ^ 1];
}
COMP
  for option in -O0 -O; do
    root/usr/bin/glslc $option --target-env=vulkan1.1 -o shader.spv shader.comp
    root/usr/bin/spirv-cross "${@:3}" shader.spv | sed -n 's/^ *\(.*[Bb]arrier.*\);$/\1/p' |
      xargs -d '\n' >found$option
  done
  cmp found-O0 found-O
  echo "$1: $(<found-O)"
}
{
  metal=(--msl --msl-version 20100)
  barriers barrier 'barrier();' "${metal[@]}"
  barriers 'buffer, barrier' 'memoryBarrierBuffer(); barrier();' "${metal[@]}"
  barriers 'buffer, barrier, HLSL' 'memoryBarrierBuffer(); barrier();' --hlsl --shader-model 60
  barriers 'barrier, buffer' 'barrier(); memoryBarrierBuffer();' "${metal[@]}"
  barriers subgroup 'subgroupBarrier();' "${metal[@]}"
  barriers 'shared, subgroup' 'memoryBarrierShared(); subgroupBarrier();' "${metal[@]}"
} | tee seen
diff seen - <<'SEEN'
barrier: threadgroup_barrier(mem_flags::mem_threadgroup)
buffer, barrier: threadgroup_barrier(mem_flags::mem_device)
buffer, barrier, HLSL: DeviceMemoryBarrier() GroupMemoryBarrierWithGroupSync()
barrier, buffer: threadgroup_barrier(mem_flags::mem_threadgroup) threadgroup_barrier(mem_flags::mem_device)
subgroup: simdgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup | mem_flags::mem_texture)
shared, subgroup: threadgroup_barrier(mem_flags::mem_threadgroup)
SEEN
