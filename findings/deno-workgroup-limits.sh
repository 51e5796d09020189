#!/usr/bin/env bash
# wgpu in Deno 2.9.6 (npm): a WGSL kernel may use four times the workgroup memory of the device's limit,
# and 512 threads of 256 if their number is an override.
#
# The device says maxComputeWorkgroupStorageSize 16384. A kernel with 16388 bytes passes, and so does
# one with 65536, which is more than the adapter has. `@workgroup_size(257)` is refused, but
# `@workgroup_size(n)` with `override n` passes with the constant 512, and 512 threads run. Dawn,
# which is WebGPU in Chromium, refuses all of them.
#
# Why it surprises: both are limits that WebGPU checks when it creates a pipeline; for more, a program
# has to ask for a device with more. A literal size is checked here, so the check seems to be there.
# A tile is tuned on one machine, and the kernel then fails on those of others; on a GPU that has no
# more memory, the driver fails.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   Deno: limits 16384, 256
#   Deno, 16384 bytes: o[0] 63
#   Deno, 16388 bytes: o[0] 63
#   Deno, 65536 bytes: o[0] 63
#   Deno, 65536 bytes by override: o[0] 63
#   Deno, 256 threads: o[0] 256
#   Deno, 257 threads: refused
#   Deno, 512 threads by override: o[0] 512
#   Dawn: limits 16384, 256
#   Dawn, 16384 bytes: accepted
#   Dawn, 16388 bytes: refused
#   Dawn, 65536 bytes: refused
#   Dawn, 65536 bytes by override: refused
#   Dawn, 256 threads: accepted
#   Dawn, 257 threads: refused
#   Dawn, 512 threads by override: refused
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
apt-get download -qq mesa-vulkan-drivers=22.3.6-1+deb12u2 libvulkan1=1.3.239.0-1 libllvm15 libz3-4 \
  libedit2 libbsd0 libmd0 libxml2 libicu72 libelf1 libexpat1 libffi8 libdrm2 libdrm-amdgpu1 \
  libwayland-client0 libx11-xcb1 libxau6 libxcb1 libxcb-dri3-0 libxcb-present0 libxcb-randr0 \
  libxcb-shm0 libxcb-sync1 libxcb-xfixes0 libxdmcp6 libxshmfence1 libzstd1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
npm install --silent --no-fund --no-audit @deno/linux-x64-glibc@2.9.6 webgpu@0.6.2 >/dev/null

# Mesa's Vulkan on the CPU for Deno; Dawn checks without a device.
libraries=$folder/root/usr/lib/x86_64-linux-gnu
sed "s|/usr/lib/x86_64-linux-gnu|$libraries|" root/usr/share/vulkan/icd.d/lvp_icd.x86_64.json >lvp.json
cat >show.mjs <<'JS'
const tile = (size) => `override n = 4u;
  var<workgroup> tile: array<u32, ${size}>;
  @compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
    tile[i] = i; workgroupBarrier(); o[i] = tile[63u - i];
  }`;
const threads = (size) => `override n = 4u;
  var<workgroup> count: atomic<u32>;
  @compute @workgroup_size(${size}) fn main() {
    atomicAdd(&count, 1u); workgroupBarrier(); o[0] = atomicLoad(&count);
  }`;
export async function show(name, adapter) {
  const device = await adapter.requestDevice();
  const { maxComputeWorkgroupStorageSize, maxComputeInvocationsPerWorkgroup } = device.limits;
  console.log(`${name}: limits ${maxComputeWorkgroupStorageSize}, ${maxComputeInvocationsPerWorkgroup}`);
  const { STORAGE, COPY_SRC, COPY_DST, MAP_READ } = GPUBufferUsage;
  const buffer = device.createBuffer({ size: 256, usage: STORAGE | COPY_SRC });
  const copy = device.createBuffer({ size: 256, usage: MAP_READ | COPY_DST });
  async function kernel(what, text, n) {
    const code = `@group(0) @binding(0) var<storage, read_write> o: array<u32>;\n${text}`;
    device.pushErrorScope('validation');
    const pipeline = device.createComputePipeline({
      layout: 'auto',
      compute: { module: device.createShaderModule({ code }), constants: n ? { n } : {} },
    });
    if (await device.popErrorScope()) {
      console.log(`${name}, ${what}: refused`);
      return;
    }
    if (name === 'Dawn') {
      console.log(`${name}, ${what}: accepted`);
      return;
    }
    const commands = device.createCommandEncoder();
    const pass = commands.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, device.createBindGroup({
      layout: pipeline.getBindGroupLayout(0),
      entries: [{ binding: 0, resource: { buffer } }],
    }));
    pass.dispatchWorkgroups(1);
    pass.end();
    commands.copyBufferToBuffer(buffer, 0, copy, 0, 256);
    device.queue.submit([commands.finish()]);
    await copy.mapAsync(GPUMapMode.READ);
    console.log(`${name}, ${what}: o[0] ${new Uint32Array(copy.getMappedRange())[0]}`);
    copy.unmap();
  }
  await kernel('16384 bytes', tile('4096u'));
  await kernel('16388 bytes', tile('4097u'));
  await kernel('65536 bytes', tile('16384u'));
  await kernel('65536 bytes by override', tile('n'), 16384);
  await kernel('256 threads', threads('256u'));
  await kernel('257 threads', threads('257u'));
  await kernel('512 threads by override', threads('n'), 512);
}
JS
cat >deno.mjs <<'JS'
import { show } from './show.mjs';
await show('Deno', await navigator.gpu.requestAdapter());
Deno.exit(0);
JS
cat >dawn.mjs <<'JS'
import { create, globals } from 'webgpu';
import { show } from './show.mjs';
Object.assign(globalThis, globals);
await show('Dawn', await create(['backend=null']).requestAdapter());
process.exit(0);
JS
{
  DENO_DIR=$folder/cache DENO_NO_UPDATE_CHECK=1 VK_ICD_FILENAMES=$folder/lvp.json \
    XDG_RUNTIME_DIR=$folder LD_LIBRARY_PATH=$libraries \
    node_modules/@deno/linux-x64-glibc/deno run --quiet -A deno.mjs
  node dawn.mjs
} 2>&1 | tee seen
diff seen - <<'SEEN'
Deno: limits 16384, 256
Deno, 16384 bytes: o[0] 63
Deno, 16388 bytes: o[0] 63
Deno, 65536 bytes: o[0] 63
Deno, 65536 bytes by override: o[0] 63
Deno, 256 threads: o[0] 256
Deno, 257 threads: refused
Deno, 512 threads by override: o[0] 512
Dawn: limits 16384, 256
Dawn, 16384 bytes: accepted
Dawn, 16388 bytes: refused
Dawn, 65536 bytes: refused
Dawn, 65536 bytes by override: refused
Dawn, 256 threads: accepted
Dawn, 257 threads: refused
Dawn, 512 threads by override: refused
SEEN
