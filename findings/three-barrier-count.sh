#!/usr/bin/env bash
# three.js 0.187.0 (npm), TSL: a kernel of `.compute(100)` does nothing in the threads behind the
# 100th; with a workgroupBarrier() in it, it runs in 128 threads.
#
# A launch is whole groups, here two of 64 threads. The WGSL of a kernel begins with
# `if ( instanceIndex >= count ) { return; }`, and that of a kernel with a barrier does not. So 28
# threads more count themselves, and, in an array of 100 elements, write a place that is not there;
# Dawn, which is WebGPU in Chromium, turns this into a write to the last element. The same with
# storageBarrier(). No message is given.
#
# Why it surprises: the argument is the number of threads in both kernels. WGSL forbids a barrier
# behind such a return, so that it cannot stay there; but the threads could be kept from
# writing, and the author, who never wrote the check, does not see it go. A kernel
# that is right becomes wrong in one element by a barrier that it did not need.
#
# Output seen on 2026-11-29 (Debian 12, node 20, webgpu 0.6.2 with the driver of Mesa):
#   without: if ( instanceIndex >= object.nodeUniform2 ) { return; }
#   without: 100 threads, the last element is its index
#   barrier: no check
#   barrier: 128 threads, the last element is another's index
#   barrier of storage: no check
#   barrier of storage: 128 threads, the last element is another's index
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
mesa=22.3.6-1+deb12u2
apt-get download -qq "libegl-mesa0=$mesa" "libgl1-mesa-dri=$mesa" "libglapi-mesa=$mesa" \
  "libgbm1=$mesa" libegl1 libgles2 libglvnd0 libllvm15 libz3-4 libedit2 libbsd0 libmd0 libxml2 \
  libicu72 libelf1 libexpat1 libffi8 libdrm2 libdrm-amdgpu1 libdrm-intel1 libdrm-nouveau2 \
  libdrm-radeon1 libpciaccess0 libsensors5 libwayland-client0 libwayland-server0 libx11-xcb1 \
  libxau6 libxcb1 libxcb-dri2-0 libxcb-dri3-0 libxcb-present0 libxcb-randr0 libxcb-sync1 \
  libxcb-xfixes0 libxdmcp6 libxshmfence1 2>/dev/null
for package in *.deb; do dpkg -x "$package" root; done
npm install --silent --no-fund --no-audit three@0.187.0 webgpu@0.6.2 >/dev/null
libraries=$folder/root/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH=$libraries LIBGL_DRIVERS_PATH=$libraries/dri EGL_PLATFORM=surfaceless
export __EGL_VENDOR_LIBRARY_FILENAMES=$folder/root/usr/share/glvnd/egl_vendor.d/50_mesa.json

cat >host.mjs <<'JS'
// A renderer of three.js without a page: Dawn in place of the browser.
import { create, globals } from 'webgpu';
Object.assign(globalThis, globals, { self: globalThis, requestAnimationFrame: () => 0 });
const gpu = create(['backend=opengles']);
Object.defineProperty(globalThis, 'navigator', { value: { gpu, userAgent: '' } });
const adapter = await gpu.requestAdapter({ featureLevel: 'compatibility' });
const device = await adapter.requestDevice();
const context = { configure() {} };
const canvas = { width: 4, height: 4, style: {}, getContext: () => context, addEventListener() {} };
const three = await import('three/webgpu');
export const tsl = await import('three/tsl');
const renderer = new three.WebGPURenderer({ canvas, device, context });
await renderer.init();
// The last kernel as WGSL.
export let wgsl = '';
const createShaderModule = device.createShaderModule.bind(device);
device.createShaderModule = (descriptor) => {
  wgsl = descriptor.code;
  return createShaderModule(descriptor);
};
export const run = (kernel) => renderer.computeAsync(kernel);
export const read = (buffer) => renderer.getArrayBufferAsync(buffer.value);
JS
cat >kernels.mjs <<'JS'
import { tsl, run, read, wgsl } from './host.mjs';
const { Fn, instancedArray, instanceIndex, float, uint, atomicAdd } = tsl;
const { workgroupBarrier, storageBarrier } = tsl;
const show = async (name, body) => {
  const out = instancedArray(100, 'float');
  const threads = instancedArray(1, 'uint').toAtomic();
  await run(Fn(() => {
    body();
    atomicAdd(threads.element(0), uint(1));
    out.element(instanceIndex).assign(float(instanceIndex));
  })().compute(100, [64]));
  const check = wgsl.match(/if \(.*\) \{ return; \}/);
  console.log(`${name}: ${check ? check[0] : 'no check'}`);
  const count = new Uint32Array(await read(threads))[0];
  const last = new Float32Array(await read(out))[99];
  console.log(`${name}: ${count} threads, the last element is ${last === 99 ? 'its' : "another's"} index`);
};
await show('without', () => {});
await show('barrier', () => { workgroupBarrier(); });
await show('barrier of storage', () => { storageBarrier(); });
process.exit(0);
JS
node kernels.mjs 2>log | grep -E '^(without|barrier)' | tee seen
diff seen - <<'SEEN'
without: if ( instanceIndex >= object.nodeUniform2 ) { return; }
without: 100 threads, the last element is its index
barrier: no check
barrier: 128 threads, the last element is another's index
barrier of storage: no check
barrier of storage: 128 threads, the last element is another's index
SEEN
