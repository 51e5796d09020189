#!/usr/bin/env bash
# Dawn (npm webgpu 0.6.2), WGSL: a loop that counts up to a limit of the run time gets a second,
# 64-bit counter; the same loop counting down from that limit gets none.
#
# `for (var k = 0u; k < n; k++)`, where n is a uniform, becomes a loop with a uvec2 that starts at
# all ones, is compared with 0 and is lowered with a borrow in each turn. So does a step of 64, a
# halving, `k != 100u`, and every `while` and `loop`. `for (var k = n; k > 0u; k--)` and
# a limit that is a constant stay as they are. Nested loops have a counter each.
#
# Why it surprises: the counter is there to end a loop that would not end, after 2 to the power of
# 64 turns, which no GPU reaches. Counting up to n ends as certainly as counting down from n does. A
# loop over a row whose length is a uniform, and a loop that strides by the size of the group, are
# the inner loops of many kernels: each turn has two subtractions and three comparisons more.
#
# Output seen on 2026-11-29 (Debian 12, node 20; GLSL for the driver of Mesa):
#   (k = 0u; k < 100u; k++) none
#   (k = 0u; k <= 100u; k++) none
#   (k = n; k > 0u; k--) none
#   (k = 0u; k < n; k++) counter
#   (k = 0u; k != 100u; k++) counter
#   (k = 0u; k < 100u; k += 2u) counter
#   (k = i; k < 4096u; k += 64u) counter
#   (k = 32u; k > 0u; k >>= 1u) counter
#   uvec2 tint_loop_idx = uvec2(4294967295u);
#   if (all(equal(tint_loop_idx, uvec2(0u)))) {
#   uint tint_low_inc = (tint_loop_idx.x - 1u);
#   tint_loop_idx.x = tint_low_inc;
#   uint tint_carry = uint((tint_low_inc == 4294967295u));
#   tint_loop_idx.y = (tint_loop_idx.y - tint_carry);
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
npm install --silent --no-fund --no-audit webgpu@0.6.2 >/dev/null
libraries=$folder/root/usr/lib/x86_64-linux-gnu
export LD_LIBRARY_PATH=$libraries LIBGL_DRIVERS_PATH=$libraries/dri EGL_PLATFORM=surfaceless
export __EGL_VENDOR_LIBRARY_FILENAMES=$folder/root/usr/share/glvnd/egl_vendor.d/50_mesa.json

cat >compile.mjs <<'JS'
import { create } from 'webgpu';
const gpu = create(['backend=opengles', 'enable-dawn-features=dump_shaders,disable_symbol_renaming']);
const adapter = await gpu.requestAdapter({ featureLevel: 'compatibility' });
const device = await adapter.requestDevice();
const code = `
@group(0) @binding(0) var<storage, read_write> out: array<u32, 4096>;
@group(0) @binding(1) var<uniform> n: u32;
@compute @workgroup_size(64) fn main(@builtin(local_invocation_index) i: u32) {
  out[n & 1u] = 0u;
  for (var ${process.argv[2]}) { out[i] += k; }
}`;
const module = device.createShaderModule({ code });
await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
process.exit(0);
JS
# loop HEAD: whether the loop of this head counts something else, too.
loop() {
  node compile.mjs "$1" >glsl 2>&1
  grep -q '^#version' glsl
  if grep -q tint_loop_idx glsl; then echo "($1) counter"; else echo "($1) none"; fi
}
{
  loop 'k = 0u; k < 100u; k++'
  loop 'k = 0u; k <= 100u; k++'
  loop 'k = n; k > 0u; k--'
  loop 'k = 0u; k < n; k++'
  cp glsl counted
  loop 'k = 0u; k != 100u; k++'
  loop 'k = 0u; k < 100u; k += 2u'
  loop 'k = i; k < 4096u; k += 64u'
  loop 'k = 32u; k > 0u; k >>= 1u'
  grep -E 'tint_(loop_idx|low_inc|carry)' counted | sed 's/^ *//'
} | tee seen
diff seen - <<'SEEN'
(k = 0u; k < 100u; k++) none
(k = 0u; k <= 100u; k++) none
(k = n; k > 0u; k--) none
(k = 0u; k < n; k++) counter
(k = 0u; k != 100u; k++) counter
(k = 0u; k < 100u; k += 2u) counter
(k = i; k < 4096u; k += 64u) counter
(k = 32u; k > 0u; k >>= 1u) counter
uvec2 tint_loop_idx = uvec2(4294967295u);
if (all(equal(tint_loop_idx, uvec2(0u)))) {
uint tint_low_inc = (tint_loop_idx.x - 1u);
tint_loop_idx.x = tint_low_inc;
uint tint_carry = uint((tint_low_inc == 4294967295u));
tint_loop_idx.y = (tint_loop_idx.y - tint_carry);
SEEN
