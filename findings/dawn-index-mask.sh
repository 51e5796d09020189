#!/usr/bin/env bash
# Dawn (npm webgpu 0.6.2), WGSL: an index `x & 63u` into an array of 64 is bounded by 63 again, and
# so is a swizzled column `x ^ y`; `x % 64u` is not.
#
# Each index into an array becomes min(index, 63u) if Dawn does not know that it is less. It does
# know it of `i`, `63u - i`, `i / 2u`, `i >> 1u` and `i % 64u`, where i is the thread of a group of
# 64, of a loop with a constant limit, and of sums and products of them. It does not know it
# of `&`, `|` and `^`, and of a `var` that holds i.
#
# Why it surprises: `& 63u` is written in place of `% 64u` because it is the cheaper one, and no
# range is easier to see than that of a mask. An XOR of two numbers below 8 is below 8. So the
# layout that a kernel uses against bank conflicts costs a min for each access of the tile, and the
# mask of a ring buffer has a second bound behind it. `let` in place of `var` removes the min.
#
# Output seen on 2026-11-29 (Debian 12, node 20; GLSL for the driver of Mesa):
#   tile[i]: no min
#   tile[63u - i]: no min
#   tile[i >> 1u]: no min
#   tile[(i + n) % 64u]: no min
#   tile[(i + n) & 63u]: min(((i + n) & 63u), 63u)
#   tile[i ^ 1u]: min((i ^ 1u), 63u)
#   rows[y][x]: no min
#   rows[y][x ^ y]: min((x ^ y), 7u)
#   tile[copy]: min(copy, 63u)
#   tile[same]: no min
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
for (const access of process.argv.slice(2)) {
  console.log(`access ${access}`);
  const code = `
@group(0) @binding(0) var<storage, read_write> out: array<u32, 64>;
@group(0) @binding(1) var<uniform> limit: u32;
var<workgroup> tile: array<u32, 64>;
var<workgroup> rows: array<array<u32, 8>, 8>;
@compute @workgroup_size(8, 8)
fn main(@builtin(local_invocation_id) at: vec3u, @builtin(local_invocation_index) i: u32) {
  let x = at.x;
  let y = at.y;
  let n = limit;
  var copy = i;
  let same = i;
  tile[i] = i;
  rows[y][x] = copy;
  workgroupBarrier();
  out[i] = ${access} + n;
}`;
  const module = device.createShaderModule({ code });
  await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
}
process.exit(0);
JS
node compile.mjs 'tile[i]' 'tile[63u - i]' 'tile[i >> 1u]' 'tile[(i + n) % 64u]' 'tile[(i + n) & 63u]' \
  'tile[i ^ 1u]' 'rows[y][x]' 'rows[y][x ^ y]' 'tile[copy]' 'tile[same]' >glsl 2>&1
# The bound of each access: in the last statements of its kernel, behind the second barrier.
awk '
  /^access / { access = substr($0, 8); barriers = 0 }
  /^ *barrier\(\);/ { ++barriers }
  barriers == 2 && /v\.inner\[i\] = / {
    line = /min\(/ ? $0 : bound
    print access ": " (match(line, /min\(.*, [0-9]+u\)/) ? substr(line, RSTART, RLENGTH) : "no min")
    bound = ""
    next
  }
  barriers == 2 && /min\(/ { bound = $0 }' glsl | tee seen
diff seen - <<'SEEN'
tile[i]: no min
tile[63u - i]: no min
tile[i >> 1u]: no min
tile[(i + n) % 64u]: no min
tile[(i + n) & 63u]: min(((i + n) & 63u), 63u)
tile[i ^ 1u]: min((i ^ 1u), 63u)
rows[y][x]: no min
rows[y][x ^ y]: min((x ^ y), 7u)
tile[copy]: min(copy, 63u)
tile[same]: no min
SEEN
