#!/usr/bin/env bash
# typegpu 0.11.9 with unplugin-typegpu 0.11.4 (npm): of JavaScript that runs on the GPU, a sum that
# begins with `let sum = 0` is an integer, and each floating-point term loses its fraction.
#
# `sum += x`, where x is an f32, becomes `sum += i32(x)`, and the function, which returns an f32,
# gives f32(sum). The same for `0.0`, for a largest value that begins with 0, for a product that
# begins with 1, and for the elements of [0, 0]. With `let sum = d.f32(0)` or `let sum = 0.5` all
# of it is floating point. No message is given, neither in the build nor where WGSL is made.
#
# Why it surprises: 'use gpu' is for functions that JavaScript can call, too, and there the
# sum of two halves is 1; on the GPU it is 0. An expression takes the other way: `0 + x` is a float.
# In other languages for GPUs such an assignment is an error (WGSL), or the type stands in front
# of the name. To begin a sum with 0 is how JavaScript does it, and 0.0 is the same number there.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   zero: var s = 0; s += i32(x); s += i32(x); return f32(s);
#   point: var s = 0; s += i32(x); s += i32(x); return f32(s);
#   typed: var s = 0f; s += x; s += x; return s;
#   half: var s = 0.5; s += x; s += x; return s;
#   largest: var m = 0; if ((x > f32(m))) { m = i32(x); } return f32(m);
#   product: var s = 1; s *= i32(x); return f32(s);
#   list: var a = array<i32, 2>(0, 0); a[1i] += i32(x); return f32(a[1i]);
#   plus: return (0f + x);
#   zero(0.5) in JavaScript: 1
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
# The plugin imports a name from tinyest that the latest one no longer has, hence its version.
npm install --silent --no-fund --no-audit typegpu@0.11.9 unplugin-typegpu@0.11.4 tinyest@0.3.1 \
  rollup@4.68.8 >/dev/null

# The types are given by `kernel`, what is in braces becomes WGSL.
cat >kernels.js <<'JS'
import tgpu, { d } from 'typegpu';
const kernel = tgpu.fn([d.f32], d.f32);
export const zero = kernel((x) => { 'use gpu'; let s = 0; s += x; s += x; return s; });
export const point = kernel((x) => { 'use gpu'; let s = 0.0; s += x; s += x; return s; });
export const typed = kernel((x) => { 'use gpu'; let s = d.f32(0); s += x; s += x; return s; });
export const half = kernel((x) => { 'use gpu'; let s = 0.5; s += x; s += x; return s; });
export const largest = kernel((x) => { 'use gpu'; let m = 0; if (x > m) { m = x; } return m; });
export const product = kernel((x) => { 'use gpu'; let s = 1; s *= x; return s; });
export const list = kernel((x) => { 'use gpu'; const a = [0, 0]; a[1] += x; return a[1]; });
export const plus = kernel((x) => { 'use gpu'; return 0 + x; });
JS
cat >rollup.config.mjs <<'JS'
import typegpu from 'unplugin-typegpu/rollup';
export default {
  input: 'kernels.js',
  output: { file: 'built.mjs' },
  external: ['typegpu'],
  plugins: [typegpu()],
};
JS
cat >show.mjs <<'JS'
import tgpu from 'typegpu';
import * as kernels from './built.mjs';
for (const name of ['zero', 'point', 'typed', 'half', 'largest', 'product', 'list', 'plus']) {
  const body = tgpu.resolve([kernels[name]]).replace(/\s+/g, ' ').match(/\{ (.*) \}/)[1];
  console.log(`${name}: ${body}`);
}
console.log(`zero(0.5) in JavaScript: ${kernels.zero(0.5)}`);
JS
{
  npx rollup -c --silent 2>&1
  node show.mjs 2>&1
} | tee seen
diff seen - <<'SEEN'
zero: var s = 0; s += i32(x); s += i32(x); return f32(s);
point: var s = 0; s += i32(x); s += i32(x); return f32(s);
typed: var s = 0f; s += x; s += x; return s;
half: var s = 0.5; s += x; s += x; return s;
largest: var m = 0; if ((x > f32(m))) { m = i32(x); } return f32(m);
product: var s = 1; s *= i32(x); return f32(s);
list: var a = array<i32, 2>(0, 0); a[1i] += i32(x); return f32(a[1i]);
plus: return (0f + x);
zero(0.5) in JavaScript: 1
SEEN
