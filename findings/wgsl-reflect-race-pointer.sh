#!/usr/bin/env bash
# wgsl_reflect 1.6.0 (npm): the race detector does not see accesses by `*p`, and it sees races in `p[i]`
# where there are none.
#
# A store to workgroup memory by way of a pointer is executed and not recorded: `put(&s[0], i)` of all
# threads, which stores by `*p = i`, has no race, and neither has `(*p)[i] = i` with a load of another
# element. With `p[i] = i`, a newer form of the same (pointer_composite_access), each thread is said
# to read the whole array, so that a kernel in which each thread touches its own element has 12 races.
# With `s[i] = i` in their place the reports are right.
#
# Why it surprises: the executed value shows that the detector follows the pointer, and its list of
# limits has vectors, textures and workgroupUniformLoad, but no pointer. A pointer parameter is how a
# WGSL function works on a tile of its caller. An empty list of races is documented as "no race was
# found", so a kernel with such a helper passes whatever it does.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   s[0] = i: races 6, o 3 3 3 3
#   put(&s[0], i): races 0, o 3 3 3 3
#   let p = &s[0]; *p = i: races 0, o 3 3 3 3
#   s[i] = i, load s[3 - i]: races 4, o 3 2 1 0
#   (*p)[i] = i, load s[3 - i]: races 0, o 3 2 1 0
#   s[i] = i: races 0, o 0 1 2 3
#   p[i] = i: races 12, o 0 1 2 3
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
npm install --silent --no-fund --no-audit wgsl_reflect@1.6.0 >/dev/null

cat >show.mjs <<'JS'
import { detectRaces } from 'wgsl_reflect/wgsl_reflect.module.js';
// show(NAME, STATEMENTS): the races of a kernel of four threads, and what it stores.
function show(name, statements) {
  const code = `
    @group(0) @binding(0) var<storage, read_write> o: array<u32>;
    var<workgroup> s: array<u32, 4>;
    fn put(p: ptr<workgroup, u32>, i: u32) { *p = i; }
    @compute @workgroup_size(4)
    fn main(@builtin(local_invocation_index) i: u32) {
      ${statements}
    }`;
  const o = new Uint32Array(4);
  const { races } = detectRaces(code, 'main', [1], { 0: { 0: o } });
  console.log(`${name}: races ${races.length}, o ${o.join(' ')}`);
}
show('s[0] = i', 's[0] = i; workgroupBarrier(); o[i] = s[0];');
show('put(&s[0], i)', 'put(&s[0], i); workgroupBarrier(); o[i] = s[0];');
show('let p = &s[0]; *p = i', 'let p = &s[0]; *p = i; workgroupBarrier(); o[i] = s[0];');
show('s[i] = i, load s[3 - i]', 's[i] = i; o[i] = s[3u - i];');
show('(*p)[i] = i, load s[3 - i]', 'let p = &s; (*p)[i] = i; o[i] = s[3u - i];');
show('s[i] = i', 's[i] = i; o[i] = s[i];');
show('p[i] = i', 'let p = &s; p[i] = i; o[i] = s[i];');
JS
node show.mjs | tee seen
diff seen - <<'SEEN'
s[0] = i: races 6, o 3 3 3 3
put(&s[0], i): races 0, o 3 3 3 3
let p = &s[0]; *p = i: races 0, o 3 3 3 3
s[i] = i, load s[3 - i]: races 4, o 3 2 1 0
(*p)[i] = i, load s[3 - i]: races 0, o 3 2 1 0
s[i] = i: races 0, o 0 1 2 3
p[i] = i: races 12, o 0 1 2 3
SEEN
