import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { configKeys, keysUsed, proposalsAt } from '../src/configKeys';

const labels = (before: string, used: string[] = []) =>
  proposalsAt(before, new Set(used)).map(({ label }) => label);

test('all keys of the program are proposed', () => {
  const declared = fs.readFileSync(
    path.resolve('../../include/warplint/Config/Keys.def'),
    'utf8',
  );
  const names = [...declared.matchAll(/^WARPLINT_KEY\((\w+),/gm)].map((row) => row[1]);
  assert.ok(names.length > 10);
  for (const name of names) {
    assert.ok(labels('').includes(name), name);
  }
});

test('a key comes with its colon, and says what it is for', () => {
  const fail = proposalsAt('Fa', new Set()).find(({ label }) => label === 'FailOn');
  assert.deepEqual(fail, {
    label: 'FailOn',
    text: 'FailOn: ',
    detail: 'remark, warning, error, never',
    documentation: 'The lowest level that counts for the exit code',
    isKey: true,
  });
  assert.ok(configKeys.every(({ meaning }) => meaning && !meaning.includes('](')));
});

test('values are proposed where there is a choice', () => {
  assert.deepEqual(labels('FixStyle: e'), ['auto', 'expression', 'pad']);
  assert.deepEqual(labels('Layouts: '), ['true', 'false']);
  assert.deepEqual(labels('Arch: '), []);
  assert.deepEqual(labels('NoSuchKey: '), []);
  assert.deepEqual(labels('FixStyle: auto '), []);
});

test('within lists and mappings there is nothing to propose', () => {
  assert.deepEqual(labels('  - '), []);
  assert.deepEqual(labels('  warplint'), []);
});

test('a key is proposed once, and again on its own line', () => {
  const text = 'Checks: "*"\nFailOn: error\n  Layouts: x\n';
  assert.deepEqual([...keysUsed(text, 1)], ['Checks']);
  assert.ok(!labels('', ['Checks']).includes('Checks'));
  assert.ok(labels('F', ['Checks']).includes('FailOn'));
});
