#!/usr/bin/env bash
# wgpu in Deno 2.9.6 (npm): a WGSL barrier that only some of the threads reach is accepted, wherever it
# stands.
#
# The barrier stands in `if (i < 16u)`, behind an early return, in an `if` that reads a buffer, in a loop
# whose length depends on the thread, behind a `break` of single threads, or in a function that one of
# them calls. createShaderModule and createComputePipeline give no error. Dawn, which is WebGPU in
# Chromium, refuses each of them: "must only be called from uniform control flow".
#
# Why it surprises: WGSL makes this an error of the shader and not undefined behavior, so that no
# implementation can run such a kernel, and a shader that loads is taken to be checked. Deno's compiler
# (naga) does check types, sizes, indices and missing returns. A test suite that runs in Deno passes
# a kernel that no Chromium loads, and on a GPU the threads may wait forever or read old values.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   Deno, if (thread): accepted
#   Deno, behind a return: accepted
#   Deno, if (buffer): accepted
#   Deno, loop from thread: accepted
#   Deno, behind a break: accepted
#   Deno, in a function: accepted
#   Deno, storageBarrier: accepted
#   Deno, uniform: accepted
#   Deno, index 64 of 64: refused
#   Dawn, if (thread): refused
#   Dawn, behind a return: refused
#   Dawn, if (buffer): refused
#   Dawn, loop from thread: refused
#   Dawn, behind a break: refused
#   Dawn, in a function: refused
#   Dawn, storageBarrier: refused
#   Dawn, uniform: accepted
#   Dawn, index 64 of 64: refused
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
const kernels = {
  'if (thread)': 'if (i < 16u) { workgroupBarrier(); }',
  'behind a return': 'if (i >= 16u) { return; } workgroupBarrier();',
  'if (buffer)': 'if (o[0] == 0u) { workgroupBarrier(); }',
  'loop from thread': 'for (var k = i; k < 100u; k += 64u) { workgroupBarrier(); }',
  'behind a break': 'for (var k = 0u; k < 4u; k++) { if (k == i) { break; } workgroupBarrier(); }',
  'in a function': 'if (i < 16u) { wait(); }',
  'storageBarrier': 'if (i < 16u) { storageBarrier(); }',
  'uniform': 'if (w.x < 16u) { workgroupBarrier(); }',
  'index 64 of 64': 's[64] = 1u;',
};
export async function show(name, adapter) {
  const device = await adapter.requestDevice();
  for (const [kernel, statements] of Object.entries(kernels)) {
    const code = `
      @group(0) @binding(0) var<storage, read_write> o: array<u32>;
      var<workgroup> s: array<u32, 64>;
      fn wait() { workgroupBarrier(); }
      @compute @workgroup_size(64)
      fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {
        s[i] = i;
        ${statements}
        o[i] = s[63u - i];
      }`;
    device.pushErrorScope('validation');
    device.createComputePipeline({
      layout: 'auto',
      compute: { module: device.createShaderModule({ code }) },
    });
    const error = await device.popErrorScope();
    console.log(`${name}, ${kernel}: ${error ? 'refused' : 'accepted'}`);
  }
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
Deno, if (thread): accepted
Deno, behind a return: accepted
Deno, if (buffer): accepted
Deno, loop from thread: accepted
Deno, behind a break: accepted
Deno, in a function: accepted
Deno, storageBarrier: accepted
Deno, uniform: accepted
Deno, index 64 of 64: refused
Dawn, if (thread): refused
Dawn, behind a return: refused
Dawn, if (buffer): refused
Dawn, loop from thread: refused
Dawn, behind a break: refused
Dawn, in a function: refused
Dawn, storageBarrier: refused
Dawn, uniform: accepted
Dawn, index 64 of 64: refused
SEEN
