// The packaged extension, as VS Code would run it: its language client exchanges
// messages with its server.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { conflict, extensionFolder, flags, kernel, makeWorkspace, positionOf } from './extension';
import { FakeDocument, FakeVscode, Uri } from './fakeVscode';

const manifest = JSON.parse(fs.readFileSync(path.join(extensionFolder, 'package.json'), 'utf8'));
const workspace = makeWorkspace();
const uriOf = (name: string) => Uri.file(path.join(workspace, name));
const vscode = new FakeVscode(workspace);
const file = new FakeDocument(uriOf('column.cu'), kernel);
const { line, character } = positionOf(kernel, conflict);
const contributed: string[] = manifest.contributes.commands.map(
  ({ command }: { command: string }) => command,
);
let extension: { activate(context: unknown): Promise<void>; deactivate(): Promise<void> };

/** What it said, in place of what it says to a person. */
async function run(command: string): Promise<string> {
  vscode.messages.length = 0;
  await vscode.commands.get(command)!();
  return vscode.messages.join('\n');
}

const hasFinding = () => vscode.diagnosticsOf(file.uri).length === 1;

before(async () => {
  vscode.settings.warplint = { args: ['--no-cache', '--', ...flags], inlayHints: true };
  vscode.install();
  extension = createRequire(__filename)(path.join(extensionFolder, manifest.main));
  vscode.show(file, line, character);
  await extension.activate({ extensionPath: extensionFolder, subscriptions: [] });
});

after(() => fs.rmSync(workspace, { recursive: true }));

test('each command that is contributed is registered, and no other of ours', () => {
  // What the server has is registered by the language client.
  const registered = [...vscode.commands.keys()].filter((name) => name !== 'warplint.lintWorkspace');
  assert.deepEqual(registered.sort(), [...contributed].sort());
});

test('the server is the one in the extension', () => {
  const started = vscode.output.find((text) => text.startsWith('starting '));
  assert.ok(started?.startsWith(`starting ${extensionFolder}/server/warplint lsp`), started);
});

test('the file that is open gets its finding, and the status its number', async () => {
  await vscode.until('a diagnostic', hasFinding);
  const [found] = vscode.diagnosticsOf(file.uri);
  assert.match(found.message, /^32-way bank conflict/);
  assert.deepEqual([found.source, found.severity], ['warplint', 1]);
  assert.equal(found.range.start.line, line);
  await vscode.until('the status', () => vscode.statusItem.text === '$(warning) warplint 1');
  assert.ok(vscode.statusItem.tooltip.startsWith(`warplint ${manifest.version}: 1 finding`));
});

test('hovers, hints and lenses come through the client', async () => {
  const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };
  const hover = await vscode.providers
    .get('Hover')
    .provideHover(file, { line, character }, token);
  assert.match(JSON.stringify(hover), /32 wavefronts, ideal/);
  const all = { start: { line: 0, character: 0 }, end: { line: 7, character: 0 } };
  const hints = await vscode.providers.get('InlayHints').provideInlayHints(file, all, token);
  assert.match(JSON.stringify(hints), /32 wavefronts/);
  const lenses = await vscode.providers.get('CodeLens').provideCodeLenses(file, token);
  assert.match(JSON.stringify(lenses), /1 conflicting/);
});

test('settings of the project are completed', () => {
  const settings = new FakeDocument(uriOf('.warplint'), 'FixStyle: ', 'yaml');
  const items = vscode.providers
    .get('CompletionItem')
    .provideCompletionItems(settings, { line: 0, character: 10 });
  assert.deepEqual(
    items.map((item: { insertText: string }) => item.insertText),
    ['auto', 'expression', 'pad'],
  );
});

test('the lines of the remedy are copied', async () => {
  assert.match(await run('warplint.copySwizzle'), /copied \d lines/);
  // Each of its lines is one of the kernel, or new; the access is not as it was.
  const lines = vscode.clipboard.trimEnd().split('\n');
  assert.ok(lines.length > 1 && lines.every((text) => text === text.trim()), vscode.clipboard);
  assert.ok(lines.some((text) => text.startsWith('out[threadIdx.x] = tile[')));
  assert.ok(!vscode.clipboard.includes(conflict));
});

test('away from accesses there is nothing to copy', async () => {
  vscode.show(file, 0, 0);
  assert.match(await run('warplint.copySwizzle'), /no access with a proven remedy/);
  vscode.show(file, line, character);
});

test('the bank map of the access at the cursor is shown', async () => {
  await run('warplint.showBankMap');
  const [panel] = vscode.panels;
  assert.ok(panel);
  assert.equal(panel.options.enableScripts, false);
  assert.match(panel.webview.html, /<svg/);
  assert.match(panel.webview.html, /default-src 'none'/);
  // A browser looks at them, where there is one (test/Editors/Inputs/webview.py).
  for (const [theme, kind] of Object.entries({ light: 1, dark: 2 })) {
    vscode.setTheme(kind);
    if (process.env.WARPLINT_PAGES) {
      const page = path.join(process.env.WARPLINT_PAGES, `webview-${theme}.html`);
      fs.writeFileSync(page, panel.webview.html);
    }
  }
});

test('the workspace is linted, with files that are not open', async () => {
  assert.match(await run('warplint.lintAll'), /2 findings in 3 sources/);
  const other = vscode.diagnosticsOf(uriOf('sub/other.cu'));
  assert.deepEqual(
    other.map((one) => one.message),
    vscode.diagnosticsOf(file.uri).map((one) => one.message),
  );
  assert.deepEqual(vscode.diagnosticsOf(uriOf('padded.cu')), []);
  const whole = vscode.progress.reduce((sum, step) => sum + (step.increment ?? 0), 0);
  assert.equal(whole, 100);
});

test('another server takes over where the first one was', async () => {
  const before = vscode.output.length;
  await run('warplint.restartServer');
  assert.ok(vscode.output.slice(before).some((text) => text.startsWith('starting ')));
  await vscode.until('a diagnostic', hasFinding);
});

test('the workspace is linted without being asked, where the settings say so', async () => {
  const hasOther = () => vscode.diagnosticsOf(uriOf('sub/other.cu')).length;
  assert.equal(hasOther(), 0); // Those of the server that is gone are gone.
  vscode.settings.warplint.workspaceDiagnostics = true;
  await run('warplint.restartServer');
  await vscode.until('a diagnostic of a file that is not open', hasOther);
});

test('a bank map has a panel of its own, which follows the cursor', async () => {
  // The working folder is that of the extension's sources.
  vscode.settings.warplint = { path: path.resolve('test/packaged/mapServer.mjs') };
  await run('warplint.restartServer');
  const before = vscode.panels.length;
  vscode.show(file, 0, 0);
  assert.match(await run('warplint.showBankMap'), /no analyzed shared-memory access/);
  assert.equal(vscode.panels.length, before);
  vscode.show(file, 5, 3);
  assert.equal(await run('warplint.showBankMap'), '');
  const panel = vscode.panels[vscode.panels.length - 1];
  const { webview, options } = panel;
  assert.deepEqual(options, { enableScripts: false, enableForms: false, localResourceRoots: [] });
  assert.equal(panel.title, 'Banks at 5:3');
  assert.ok(webview.html.includes('<svg id="map-5:3"><style>@media all {}</style></svg>'));
  assert.ok(webview.html.includes('<pre>&lt;map of 5:3&gt;</pre>'));
  // Elsewhere than at an access the last one stays.
  vscode.show(file, 5, 7);
  await vscode.until('the map of the cursor', () => webview.html.includes('map-5:7'));
  vscode.show(file, 0, 0);
  await new Promise((wake) => setTimeout(wake, 500));
  assert.equal(panel.title, 'Banks at 5:7');
});

test('a server that does not start is reported, also by commands', async () => {
  vscode.settings.warplint = { path: path.join(workspace, 'no-such-program') };
  const said = await run('warplint.restartServer');
  assert.match(said, /^warplint: '.*no-such-program' cannot be started.$/);
  assert.match(await run('warplint.lintAll'), /the server does not run/);
  assert.equal(vscode.statusItem.text, '$(error) warplint');
});

test('the extension leaves', async () => {
  vscode.settings.warplint = { args: ['--no-cache', '--', ...flags] };
  await run('warplint.restartServer');
  vscode.output.length = 0;
  await extension.deactivate();
  const ended = () => vscode.output.some((text) => text.includes('exited with code 0'));
  await vscode.until('the end of the server', ended);
  assert.equal(vscode.statusItem.text, '$(error) warplint');
});
