// Runs the tests of a folder: node scripts/test.mjs FOLDER
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleTests } from './bundle.mjs';

const outdir = fs.mkdtempSync(path.join(os.tmpdir(), 'warplint-vscode-'));
try {
  const files = await bundleTests(process.argv[2], outdir);
  const run = spawnSync(process.execPath, ['--enable-source-maps', '--test', ...files], {
    stdio: 'inherit',
  });
  process.exitCode = run.status ?? 1;
} finally {
  fs.rmSync(outdir, { recursive: true });
}
