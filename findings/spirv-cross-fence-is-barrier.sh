#!/usr/bin/env bash
# spirv-cross 1.3.239 (Debian 12): in Metal, `memoryBarrierShared()` is a barrier at which all
# threads of the group have to arrive, also inside an `if` that only some of them enter.
#
# `if (at < 16) { tile[at] = 1; memoryBarrierShared(); tile[at + 16] = 2; }` of a group of 64 is
# valid GLSL: the call orders the stores of one thread and waits for no other. It becomes
# threadgroup_barrier(mem_flags::mem_threadgroup) in the same branch. memoryBarrier(),
# memoryBarrierBuffer() and groupMemoryBarrier() do the same with other flags. HLSL of the same
# SPIR-V has GroupMemoryBarrier(), which does not wait.
#
# Why it surprises: SPIR-V has two instructions, OpMemoryBarrier and OpControlBarrier, and a
# converter is expected to keep what waits apart from what does not. Metal asks that all threads
# of a group execute a threadgroup_barrier if one does. There is no message, and the Metal text
# looks as if its author had put a barrier into a branch.
#
# Output seen on 2026-11-29 (Debian 12):
#   memoryBarrierShared: threadgroup_barrier(mem_flags::mem_threadgroup)
#   memoryBarrierBuffer: threadgroup_barrier(mem_flags::mem_device)
#   memoryBarrier: threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup | mem_flags::mem_texture)
#   groupMemoryBarrier: threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup | mem_flags::mem_texture)
#   HLSL: GroupMemoryBarrier() DeviceMemoryBarrier() AllMemoryBarrier() AllMemoryBarrier()
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq spirv-cross=2021.01.15+1.3.239.0-1 glslc=2023.2-1 libshaderc1=2023.2-1 \
  2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
export LD_LIBRARY_PATH=$folder/root/usr/lib/x86_64-linux-gnu

# fence CALL LANGUAGE...: what the call becomes, and only within the braces of the branch.
fence() {
  cat >shader.comp <<COMP
#version 450
layout(local_size_x = 64) in;
layout(std430, binding = 0) buffer Data { uint data[]; };
shared uint tile[64];
void main() {
  uint at = gl_LocalInvocationIndex;
  if (at < 16) {
    tile[at] = data[at];
    $1();
    tile[at + 16] = 2;
  }
}
COMP
  root/usr/bin/glslc --target-env=vulkan1.1 -o shader.spv shader.comp
  root/usr/bin/spirv-cross "${@:2}" shader.spv |
    sed -n '/^    if /,/^    }/s/^ *\(.*[Bb]arrier.*\);$/\1/p'
}
calls=(memoryBarrierShared memoryBarrierBuffer memoryBarrier groupMemoryBarrier)
{
  for call in "${calls[@]}"; do
    echo "$call: $(fence "$call" --msl --msl-version 20100)"
  done
  echo "HLSL: $(for call in "${calls[@]}"; do fence "$call" --hlsl --shader-model 60; done | xargs)"
} | tee seen
diff seen - <<'SEEN'
memoryBarrierShared: threadgroup_barrier(mem_flags::mem_threadgroup)
memoryBarrierBuffer: threadgroup_barrier(mem_flags::mem_device)
memoryBarrier: threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup | mem_flags::mem_texture)
groupMemoryBarrier: threadgroup_barrier(mem_flags::mem_device | mem_flags::mem_threadgroup | mem_flags::mem_texture)
HLSL: GroupMemoryBarrier() DeviceMemoryBarrier() AllMemoryBarrier() AllMemoryBarrier()
SEEN
