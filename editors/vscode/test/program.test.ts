import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { canBeStarted, findProgram } from '../src/program';

const extension = fs.mkdtempSync(path.join(os.tmpdir(), 'warplint-program-'));
after(() => fs.rmSync(extension, { recursive: true }));

test('without a program in the extension the one on PATH is started', () => {
  assert.equal(findProgram('', extension), 'warplint');
});

test('the program in the extension is executable, however it was unpacked', () => {
  const bundled = path.join(extension, 'server', 'warplint');
  fs.mkdirSync(path.dirname(bundled));
  fs.writeFileSync(bundled, '', { mode: 0o600 });
  assert.equal(findProgram(' ', extension), bundled);
  assert.equal(fs.statSync(bundled).mode & 0o111, 0o111);
});

test('the program that the user names comes first', () => {
  assert.equal(findProgram('/opt/warplint', extension), '/opt/warplint');
  assert.equal(findProgram('~/bin/warplint', extension), path.join(os.homedir(), 'bin/warplint'));
  // Another user's home is a matter of shells.
  assert.equal(findProgram('~other/warplint', extension), '~other/warplint');
});

test('what is no program is known before it is started', () => {
  assert.ok(canBeStarted(process.execPath));
  assert.ok(canBeStarted('sh'));
  assert.ok(!canBeStarted('no-such-program-of-warplint'));
  assert.ok(!canBeStarted(extension), 'a folder');
  const file = path.join(extension, 'text');
  fs.writeFileSync(file, '', { mode: 0o600 });
  assert.ok(!canBeStarted(file), 'not executable');
});
