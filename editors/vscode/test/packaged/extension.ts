// The extension that is tested: unzipped, as VS Code would have it.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Holds package.json. */
export const extensionFolder = process.env.WARPLINT_EXTENSION ?? '';
assert.ok(fs.existsSync(path.join(extensionFolder, 'package.json')), 'WARPLINT_EXTENSION');
export const program = path.join(extensionFolder, 'server/warplint');

/** Compile flags that stand for a toolkit. */
export const flags = (process.env.WARPLINT_FLAGS ?? '').split(' ').filter((word) => word);

// By hand: lane l of a warp reads word 32 * l + y, all of bank y: 32 wavefronts.
// A row of 33 words has each lane in another bank.
export const conflict = 'tile[threadIdx.x][threadIdx.y]';
export const kernel = `__global__ void column(float *out) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = out[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = ${conflict};
}
void host(float *out) { column<<<1, dim3(32, 32)>>>(out); }
`;
export const padded = kernel.replace('[32][32]', '[32][33]');

/** A workspace: one file with a conflict, one without, one in a folder. */
export function makeWorkspace(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'warplint-workspace-')));
  fs.mkdirSync(path.join(folder, '.git')); // Searches end here.
  fs.mkdirSync(path.join(folder, 'sub'));
  fs.writeFileSync(path.join(folder, 'column.cu'), kernel);
  fs.writeFileSync(path.join(folder, 'padded.cu'), padded);
  fs.writeFileSync(path.join(folder, 'sub/other.cu'), kernel);
  return folder;
}

/** Where `part` stands in `text`. */
export function positionOf(text: string, part: string): { line: number; character: number } {
  const before = text.slice(0, text.indexOf(part)).split('\n');
  return { line: before.length - 1, character: before[before.length - 1].length };
}
