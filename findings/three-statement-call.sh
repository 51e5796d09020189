#!/usr/bin/env bash
# three.js 0.187.0 (npm), TSL: a Fn that a kernel calls as a statement is left out, with its barrier,
# its assignments and its atomics.
#
# `const wait = Fn(() => { workgroupBarrier(); })` and `wait();` in a kernel leave nothing in the
# WGSL. So do a Fn that assigns to an array and one that calls atomicAdd, also if they return a
# value and the caller does not use it. With the result in an expression, or with
# `Fn(..., 'void')`, the body is there. A plain arrow function in place of Fn works, too.
#
# Why it surprises: the same statements are kept where they stand in the kernel, which is such a
# Fn without a type itself. A JavaScript function that returns nothing needs no declaration of that,
# and a call that does not count is expected to be an error. A kernel whose barrier is moved
# into a helper compiles, runs and has a race, without a message.
#
# Output seen on 2026-11-29 (Debian 12, node 20, webgpu 0.6.2):
#   barrier, in the kernel: workgroupBarrier()
#   barrier, Fn: nothing
#   barrier, Fn 'void': workgroupBarrier()
#   barrier, arrow function: workgroupBarrier()
#   assign, in the kernel: out[ instanceIndex ] = 5.0;
#   assign, Fn: nothing
#   assign, Fn 'void': out[ instanceIndex ] = 5.0;
#   assign, Fn with a result: nothing
#   assign, Fn with a result that is used: out[ instanceIndex ] = 5.0;
#   atomic, in the kernel: atomicAdd
#   atomic, Fn: nothing
#   atomic, Fn 'void': atomicAdd
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
npm install --silent --no-fund --no-audit three@0.187.0 webgpu@0.6.2 >/dev/null

cat >kernels.mjs <<'JS'
// A renderer of three.js without a page; Dawn checks the WGSL, and there is no GPU.
import { create, globals } from 'webgpu';
Object.assign(globalThis, globals, { self: globalThis, requestAnimationFrame: () => 0 });
const gpu = create(['backend=null']);
Object.defineProperty(globalThis, 'navigator', { value: { gpu, userAgent: '' } });
const device = await (await gpu.requestAdapter()).requestDevice();
const context = { configure() {} };
const canvas = { width: 4, height: 4, style: {}, getContext: () => context, addEventListener() {} };
const three = await import('three/webgpu');
const { Fn, instancedArray, instanceIndex, float, uint, atomicAdd, workgroupBarrier } =
  await import('three/tsl');
const renderer = new three.WebGPURenderer({ canvas, device, context });
await renderer.init();
let wgsl;
const createShaderModule = device.createShaderModule.bind(device);
device.createShaderModule = (descriptor) => {
  wgsl = descriptor.code;
  return createShaderModule(descriptor);
};
let number = 0;
// The kernel of `body` stores a number of its own, so that no two kernels have the same text.
const show = async (name, body) => {
  const out = instancedArray(64, 'float');
  const count = instancedArray(1, 'uint').toAtomic();
  const own = ++number + 100;
  await renderer.computeAsync(Fn(() => {
    body(out, count);
    out.element(instanceIndex).addAssign(own);
  })().compute(64, [64]));
  if (!wgsl.includes(`${own}.0`)) throw new Error('another kernel');
  const found = wgsl.replace(/\w+\.value/g, 'out')
    .match(/workgroupBarrier\(\)|atomicAdd|out\[ instanceIndex \] = 5.0;/);
  console.log(`${name}: ${found ? found[0] : 'nothing'}`);
};
const wait = () => { workgroupBarrier(); };
await show('barrier, in the kernel', () => { workgroupBarrier(); });
await show('barrier, Fn', () => { Fn(wait)(); });
await show("barrier, Fn 'void'", () => { Fn(wait, 'void')(); });
await show('barrier, arrow function', () => { wait(); });
const set = ([out]) => { out.element(instanceIndex).assign(5); };
const setOne = ([out]) => { set([out]); return float(1); };
await show('assign, in the kernel', (out) => { out.element(instanceIndex).assign(5); });
await show('assign, Fn', (out) => { Fn(set)(out); });
await show("assign, Fn 'void'", (out) => { Fn(set, 'void')(out); });
await show('assign, Fn with a result', (out) => { Fn(setOne)(out); });
await show('assign, Fn with a result that is used', (out) => {
  out.element(instanceIndex).addAssign(Fn(setOne)(out));
});
const add = ([count]) => { atomicAdd(count.element(0), uint(1)); };
await show('atomic, in the kernel', (out, count) => { atomicAdd(count.element(0), uint(1)); });
await show('atomic, Fn', (out, count) => { Fn(add)(count); });
await show("atomic, Fn 'void'", (out, count) => { Fn(add, 'void')(count); });
process.exit(0);
JS
node kernels.mjs 2>log | grep -E '^(barrier|assign|atomic), ' | tee seen
diff seen - <<'SEEN'
barrier, in the kernel: workgroupBarrier()
barrier, Fn: nothing
barrier, Fn 'void': workgroupBarrier()
barrier, arrow function: workgroupBarrier()
assign, in the kernel: out[ instanceIndex ] = 5.0;
assign, Fn: nothing
assign, Fn 'void': out[ instanceIndex ] = 5.0;
assign, Fn with a result: nothing
assign, Fn with a result that is used: out[ instanceIndex ] = 5.0;
atomic, in the kernel: atomicAdd
atomic, Fn: nothing
atomic, Fn 'void': atomicAdd
SEEN
