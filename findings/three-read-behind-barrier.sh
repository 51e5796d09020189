#!/usr/bin/env bash
# three.js 0.187.0 (npm), TSL: a value that a kernel takes from shared memory between two barriers is
# read behind the second one, where it is used.
#
# `const other = tile.element(63 - i)` stands behind the first workgroupBarrier(). Behind the second
# one the tile is overwritten, and behind a third `other` is stored: all elements are -1, as the
# WGSL has the read in the statement of the store. With `.toVar()` it is where it was written.
# It is the same with an array in global memory that is read, overwritten and used.
#
# Why it surprises: barriers and assignments of the same text keep their order, and so does
# atomicAdd, whose result may be kept in a const. A const of JavaScript has its value from the line
# where it stands; here it is a formula that is put in wherever it is named, and a
# barrier does not end it. The exchange by way of a tile is what shared memory is for.
#
# Output seen on 2026-11-29 (Debian 12, node 20, webgpu 0.6.2 with the driver of Mesa):
#   const: -1 -1 -1
#     tile[ invocationLocalIndex ] = f32( invocationLocalIndex );
#     workgroupBarrier();
#     workgroupBarrier();
#     tile[ invocationLocalIndex ] = -1.0;
#     workgroupBarrier();
#     out[ instanceIndex ] = tile[ ( 63u - invocationLocalIndex ) ];
#   toVar: 63 62 61
#     tile[ invocationLocalIndex ] = f32( invocationLocalIndex );
#     workgroupBarrier();
#     nodeVar0 = tile[ ( 63u - invocationLocalIndex ) ];
#     workgroupBarrier();
#     tile[ invocationLocalIndex ] = -1.0;
#     workgroupBarrier();
#     out[ instanceIndex ] = nodeVar0;
#   global: -1 -1 -1
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
const { Fn, instancedArray, invocationLocalIndex, instanceIndex } = tsl;
const { float, uint, workgroupArray, workgroupBarrier } = tsl;
const at = invocationLocalIndex;
const result = async (kernel, out) => {
  await run(kernel().compute(64, [64]));
  return new Float32Array(await read(out)).slice(0, 3).join(' ');
};
const show = async (name, keep) => {
  const out = instancedArray(64, 'float');
  const kernel = Fn(() => {
    const tile = workgroupArray('float', 64);
    tile.element(at).assign(float(at));
    workgroupBarrier();
    const other = keep(tile.element(uint(63).sub(at)));
    workgroupBarrier();
    tile.element(at).assign(-1);
    workgroupBarrier();
    out.element(instanceIndex).assign(other);
  });
  console.log(`${name}: ${await result(kernel, out)}`);
  for (const line of wgsl.slice(wgsl.indexOf('// code')).split('\n'))
    if (/WorkgroupArray|Barrier|value/.test(line))
      console.log('  ' + line.trim().replace(/WorkgroupArray_\d+/, 'tile').replace(/\w+\.value/, 'out'));
};
await show('const', (value) => value);
await show('toVar', (value) => value.toVar());
const array = instancedArray(new Float32Array(64).fill(7), 'float');
const kernel = Fn(() => {
  const before = array.element(instanceIndex);
  array.element(instanceIndex).assign(-1);
  array.element(instanceIndex).assign(before);
});
console.log(`global: ${await result(kernel, array)}`);
process.exit(0);
JS
node kernels.mjs 2>log | grep -E '^(const|toVar|global|  )' | tee seen
diff seen - <<'SEEN'
const: -1 -1 -1
  tile[ invocationLocalIndex ] = f32( invocationLocalIndex );
  workgroupBarrier();
  workgroupBarrier();
  tile[ invocationLocalIndex ] = -1.0;
  workgroupBarrier();
  out[ instanceIndex ] = tile[ ( 63u - invocationLocalIndex ) ];
toVar: 63 62 61
  tile[ invocationLocalIndex ] = f32( invocationLocalIndex );
  workgroupBarrier();
  nodeVar0 = tile[ ( 63u - invocationLocalIndex ) ];
  workgroupBarrier();
  tile[ invocationLocalIndex ] = -1.0;
  workgroupBarrier();
  out[ instanceIndex ] = nodeVar0;
global: -1 -1 -1
SEEN
