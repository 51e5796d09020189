#!/usr/bin/env bash
# wgsl_reflect 1.6.0 (npm): the race detector does not see a barrier that is the first statement of a
# block.
#
# detectRaces() runs a WGSL kernel and reports what no barrier orders. If `{ workgroupBarrier(); }`
# is the body of an `if`, an `else`, a loop or a plain block, it reports a race between the store before
# it and the load behind it. With any statement in front of it in the same block, or with a second
# barrier, the race is gone. Barrier divergence is missed in the same way: `if (i < 2u) {
# workgroupBarrier(); }` has no error, and with `let q = 1u;` in front of the barrier it has one.
#
# Why it surprises: the position of a barrier in its block has no meaning in WGSL, and the same
# statement is seen at the top of a kernel and in a helper function. The usual tree reduction begins
# each round with the barrier, so a correct kernel is reported as a race, and the report advises to add
# the barrier that is there. A kernel that waits in a branch, which browsers refuse, passes.
#
# Output seen on 2026-11-29 (Debian 12, node 20):
#   barrier: races 0, errors 0
#   no barrier: races 4, errors 0
#   { barrier }: races 4, errors 0
#   { let, barrier }: races 0, errors 0
#   { barrier, let }: races 4, errors 0
#   { barrier, barrier }: races 0, errors 0
#   if (uniform) { barrier }: races 4, errors 0
#   if (uniform) { let, barrier }: races 0, errors 0
#   if (thread) { barrier }: races 0, errors 0
#   if (thread) { let, barrier }: races 0, errors 1
#   helper: races 0, errors 0
#   rounds that begin with a barrier: races 4, errors 0
#   rounds that end with a barrier: races 0, errors 0
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
npm install --silent --no-fund --no-audit wgsl_reflect@1.6.0 >/dev/null

cat >show.mjs <<'JS'
import { detectRaces } from 'wgsl_reflect/wgsl_reflect.module.js';
// show(NAME, STATEMENTS): what is reported of a kernel of four threads.
function show(name, statements) {
  const code = `
    @group(0) @binding(0) var<storage, read_write> o: array<u32>;
    var<workgroup> s: array<u32, 4>;
    fn wait() { workgroupBarrier(); }
    @compute @workgroup_size(4)
    fn main(@builtin(local_invocation_index) i: u32, @builtin(workgroup_id) w: vec3u) {
      s[i] = o[i];
      ${statements}
    }`;
  const { races, errors } = detectRaces(code, 'main', [1], { 0: { 0: new Uint32Array(4) } });
  console.log(`${name}: races ${races.length}, errors ${errors.length}`);
}
const exchange = (barrier) => `${barrier} o[i] = s[3u - i];`;
show('barrier', exchange('workgroupBarrier();'));
show('no barrier', exchange(''));
show('{ barrier }', exchange('{ workgroupBarrier(); }'));
show('{ let, barrier }', exchange('{ let q = 1u; workgroupBarrier(); }'));
show('{ barrier, let }', exchange('{ workgroupBarrier(); let q = 1u; }'));
show('{ barrier, barrier }', exchange('{ workgroupBarrier(); workgroupBarrier(); }'));
show('if (uniform) { barrier }', exchange('if (w.x == 0u) { workgroupBarrier(); }'));
show('if (uniform) { let, barrier }',
     exchange('if (w.x == 0u) { let q = 1u; workgroupBarrier(); }'));
show('if (thread) { barrier }', 'if (i < 2u) { workgroupBarrier(); }');
show('if (thread) { let, barrier }', 'if (i < 2u) { let q = 1u; workgroupBarrier(); }');
show('helper', exchange('wait();'));
const add = 'if (i < h) { s[i] += s[i + h]; }';
show('rounds that begin with a barrier',
     `for (var h = 2u; h > 0u; h /= 2u) { workgroupBarrier(); ${add} }`);
show('rounds that end with a barrier',
     `workgroupBarrier(); for (var h = 2u; h > 0u; h /= 2u) { ${add} workgroupBarrier(); }`);
JS
node show.mjs | tee seen
diff seen - <<'SEEN'
barrier: races 0, errors 0
no barrier: races 4, errors 0
{ barrier }: races 4, errors 0
{ let, barrier }: races 0, errors 0
{ barrier, let }: races 4, errors 0
{ barrier, barrier }: races 0, errors 0
if (uniform) { barrier }: races 4, errors 0
if (uniform) { let, barrier }: races 0, errors 0
if (thread) { barrier }: races 0, errors 0
if (thread) { let, barrier }: races 0, errors 1
helper: races 0, errors 0
rounds that begin with a barrier: races 4, errors 0
rounds that end with a barrier: races 0, errors 0
SEEN
