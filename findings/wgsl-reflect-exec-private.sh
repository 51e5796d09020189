#!/usr/bin/env bash
# wgsl_reflect 1.6.0 (npm): run on the CPU, a thread of a WGSL kernel finds in a private variable what
# the thread before it left there, and `>>` of a u32 copies the highest bit.
#
# WgslExec runs the threads of a group one after another. `p += 1u` of a var<private> gives 1 2 3 4.
# `0x80000000u >> 31u` is 4294967295, so a hash that mixes by `x ^ (x >> 16u)` has other values, and
# the product of two large u32 loses its low bits. `n != 0u && bump()` calls bump() for n = 0. An
# exchange by way of workgroup memory reads zeros of the threads that have not run yet, although it
# has a barrier.
#
# Why it surprises: the package says that it "produces the same buffer results a GPU would", for tests
# without a device, and its guide lists as a limit only that a *missing* barrier has no effect. A
# private variable is new in each thread, and u32 is the type of most indices and hashes. `/`, `%`,
# `-` and comparisons of u32 are right, so the two operators that are not do not stand out. There is
# no message.
#
# Output seen on 2026-11-29 (Debian 12, node 20; behind the colon: seen, in parentheses: WGSL's):
#   private variable: 1 2 3 4 (1 1 1 1)
#   0x80000000u >> i: 2147483648 3221225472 3758096384 4026531840 (2147483648 1073741824 536870912 268435456)
#   (0u - 1u) % 64u: 63 63 63 63 (63 63 63 63)
#   0xffffffffu * 0xffffffffu: 0 0 0 0 (1 1 1 1)
#   0u != 0u && bump(): 1 2 3 4 (0 0 0 0)
#   barrier, exchange: 0 0 2 1 (4 3 2 1)
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
npm install --silent --no-fund --no-audit wgsl_reflect@1.6.0 >/dev/null

cat >show.mjs <<'JS'
import { WgslExec, WgslParser } from 'wgsl_reflect/wgsl_reflect.module.js';
// show(NAME, STATEMENTS, RIGHT): what four threads store.
function show(name, statements, right) {
  const code = `
    @group(0) @binding(0) var<storage, read_write> o: array<u32>;
    var<private> p: u32;
    var<workgroup> s: array<u32, 4>;
    fn bump() -> bool { p += 1u; return true; }
    @compute @workgroup_size(4)
    fn main(@builtin(local_invocation_index) i: u32) {
      ${statements}
    }`;
  const o = new Uint32Array(4);
  new WgslExec(new WgslParser().parse(code)).dispatchWorkgroups('main', 1, { 0: { 0: o } });
  console.log(`${name}: ${o.join(' ')} (${right})`);
}
show('private variable', 'p += 1u; o[i] = p;', '1 1 1 1');
show('0x80000000u >> i', 'let x = 0x80000000u; o[i] = x >> i;',
     '2147483648 1073741824 536870912 268435456');
show('(0u - 1u) % 64u', 'var x = 0u; o[i] = (x - 1u) % 64u;', '63 63 63 63');
show('0xffffffffu * 0xffffffffu', 'var x = 0xffffffffu; o[i] = x * x;', '1 1 1 1');
show('0u != 0u && bump()', 'var n = 0u; if (n != 0u && bump()) {} o[i] = p;', '0 0 0 0');
show('barrier, exchange', 's[i] = i + 1u; workgroupBarrier(); o[i] = s[3u - i];', '4 3 2 1');
JS
node show.mjs 2>&1 | tee seen
diff seen - <<'SEEN'
private variable: 1 2 3 4 (1 1 1 1)
0x80000000u >> i: 2147483648 3221225472 3758096384 4026531840 (2147483648 1073741824 536870912 268435456)
(0u - 1u) % 64u: 63 63 63 63 (63 63 63 63)
0xffffffffu * 0xffffffffu: 0 0 0 0 (1 1 1 1)
0u != 0u && bump(): 1 2 3 4 (0 0 0 0)
barrier, exchange: 0 0 2 1 (4 3 2 1)
SEEN
