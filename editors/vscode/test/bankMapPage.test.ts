import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bankMapPage, inTheme } from '../src/bankMapPage';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const map = {
  title: 'a<b> & "c"',
  text: 'bank 0 │ <lanes>',
  svg: '<svg><style>@media (prefers-color-scheme: dark) { rect { fill: red } }</style></svg>',
  range,
};

test('nothing is run or fetched', () => {
  const page = bankMapPage(map, true);
  const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1];
  assert.equal(policy, "default-src 'none'; style-src 'unsafe-inline'");
  assert.doesNotMatch(page, /<script|https?:|src=/);
});

test('words of the source are words of the page', () => {
  const page = bankMapPage(map, true);
  assert.ok(page.includes('<h1>a&lt;b&gt; &amp; &quot;c&quot;</h1>'));
  assert.ok(page.includes('<pre>bank 0 │ &lt;lanes&gt;</pre>'));
  assert.ok(!page.includes('<b>'));
});

test('the colours are those of the theme, whatever the desktop prefers', () => {
  assert.match(inTheme(map.svg, true), /@media all \{/);
  assert.match(inTheme(map.svg, false), /@media not all \{/);
  assert.match(inTheme('@media (prefers-color-scheme:light) {', false), /@media all \{/);
  assert.ok(!bankMapPage(map, false).includes('prefers-color-scheme'));
});
