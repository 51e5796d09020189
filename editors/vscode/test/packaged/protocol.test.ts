// The packaged server, asked through the protocol layer of VS Code's clients.
import assert from 'node:assert/strict';
import { ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import {
  CodeAction,
  CodeActionRequest,
  CodeActionResolveRequest,
  Command,
  createProtocolConnection,
  DidOpenTextDocumentNotification,
  ExitNotification,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  MarkupContent,
  ProtocolConnection,
  PublishDiagnosticsNotification,
  PublishDiagnosticsParams,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
  WorkspaceDiagnosticRequest,
} from 'vscode-languageserver-protocol/node';
import { editedLines } from '../../src/editedLines';
import {
  conflict,
  extensionFolder,
  flags,
  kernel,
  makeWorkspace,
  positionOf,
  program,
} from './extension';

const workspace = makeWorkspace();
const uriOf = (name: string) => pathToFileURL(path.join(workspace, name)).href;
const uri = uriOf('column.cu');
const published = new Map<string, PublishDiagnosticsParams>();
let server: ChildProcess;
let client: ProtocolConnection;

before(async () => {
  server = spawn(program, ['lsp', '--no-cache', '--', ...flags], {
    cwd: workspace,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  client = createProtocolConnection(
    new StreamMessageReader(server.stdout!),
    new StreamMessageWriter(server.stdin!),
  );
  client.onNotification(PublishDiagnosticsNotification.type, (params) => {
    published.set(params.uri, params);
  });
  client.listen();
  const { capabilities, serverInfo } = await client.sendRequest(InitializeRequest.type, {
    processId: process.pid,
    rootUri: pathToFileURL(workspace).href,
    workspaceFolders: null,
    capabilities: {
      textDocument: {
        codeAction: { dataSupport: true, resolveSupport: { properties: ['edit'] } },
        hover: { contentFormat: ['markdown'] },
        publishDiagnostics: { codeDescriptionSupport: true },
      },
    },
  });
  const manifest = JSON.parse(fs.readFileSync(path.join(extensionFolder, 'package.json'), 'utf8'));
  assert.deepEqual(serverInfo, { name: 'warplint', version: manifest.version });
  assert.ok(capabilities.hoverProvider);
  await client.sendNotification(InitializedNotification.type, {});
  await client.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'cuda-cpp', version: 1, text: kernel },
  });
});

after(() => {
  server.kill();
  fs.rmSync(workspace, { recursive: true });
});

const position = positionOf(kernel, conflict);

test('a conflict is a diagnostic, whose code leads to a page in the package', async () => {
  while (!published.has(uri)) {
    await new Promise((wake) => setTimeout(wake, 10));
  }
  const [found, ...others] = published.get(uri)!.diagnostics;
  assert.deepEqual(others, []);
  assert.match(found.message, /^32-way bank conflict: .* takes 32 wavefronts, ideal 1/);
  assert.deepEqual(found.range.start, position);
  const page = new URL(found.codeDescription!.href);
  assert.ok(page.pathname.startsWith(fs.realpathSync(extensionFolder)), page.pathname);
  assert.match(fs.readFileSync(page, 'utf8'), /^# warplint-bank-conflict/);
});

test('a hover tells the lanes', async () => {
  const hover = await client.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
  assert.match((hover!.contents as MarkupContent).value, /32 wavefronts, ideal/);
});

test('a remedy gets its edit when it is chosen', async () => {
  const actions = await client.sendRequest(CodeActionRequest.type, {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [], only: ['quickfix'] },
  });
  const best = actions!.find((action) => !Command.is(action) && action.isPreferred) as CodeAction;
  assert.equal(best.edit, undefined);
  const { edit } = await client.sendRequest(CodeActionResolveRequest.type, best);
  // Whatever the layout, the access is not in one column of the banks any more.
  const lines = editedLines(kernel, edit!.changes![uri]);
  assert.ok(lines.length && !lines.includes(`out[threadIdx.x] = ${conflict};`), lines.join('\n'));
});

test('the workspace has the findings of files that are not open', async () => {
  const { items } = await client.sendRequest(WorkspaceDiagnosticRequest.type, {
    previousResultIds: [],
  });
  const found = items.map((item) => [
    item.uri,
    item.version,
    item.kind === 'full' && item.items.length,
  ]);
  assert.deepEqual(found.sort(), [
    [uri, 1, 1],
    [uriOf('padded.cu'), null, 0],
    [uriOf('sub/other.cu'), null, 1],
  ]);
});

test('the server leaves in good order', async () => {
  await client.sendRequest(ShutdownRequest.type);
  await client.sendNotification(ExitNotification.type);
  const [code] = server.exitCode === null ? await once(server, 'exit') : [server.exitCode];
  assert.equal(code, 0);
});

test('arguments that the settings offer are options of the program', () => {
  const manifest = JSON.parse(fs.readFileSync(path.join(extensionFolder, 'package.json'), 'utf8'));
  const { items } = manifest.contributes.configuration.properties['warplint.args'];
  for (const argument of items.anyOf[0].enum) {
    const run = spawnSync(program, ['lsp', argument], { encoding: 'utf8', input: '' });
    assert.doesNotMatch(run.stderr, /unknown|is for runs over/i, argument);
  }
  const unknown = spawnSync(program, ['lsp', '--sm=90'], { encoding: 'utf8', input: '' });
  assert.match(unknown.stderr, /unknown/i);
});
