import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusText, summaryText } from '../src/words';

test('the summary tells what was left out', () => {
  const say = (sources: number, notLinted: number, diagnostics: number) =>
    summaryText({ sources, notLinted, diagnostics });
  assert.equal(say(0, 0, 0), 'No CUDA sources in this workspace.');
  assert.equal(say(1, 0, 1), '1 finding in 1 source.');
  assert.equal(say(12, 0, 0), 'No findings in 12 sources.');
  assert.equal(
    say(12, 2, 3),
    '3 findings in 12 sources; 2 could not be linted (see the output).',
  );
});

test('the status tells state, findings and version', () => {
  assert.deepEqual(statusText('running', 2, '0.1.0'), {
    text: '$(warning) warplint 2',
    tooltip: 'warplint 0.1.0: 2 findings in this file; click for the output',
    isProblem: false,
  });
  assert.equal(statusText('running', 0, '').text, '$(check) warplint');
  assert.equal(statusText('starting', 0, '').isProblem, false);
  // Findings of a server that is gone are not what the file has now.
  const stopped = statusText('stopped', 2, '');
  assert.ok(stopped.isProblem && !stopped.text.includes('2'));
});
