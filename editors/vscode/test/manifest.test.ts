// What package.json promises is what the sources and the program have.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const { commands, configuration, menus } = manifest.contributes;
const settings: Record<string, any> = configuration.properties;
const sources = fs
  .readdirSync('src')
  .map((name) => fs.readFileSync(path.join('src', name), 'utf8'))
  .join('\n');
const repository = path.resolve('../..');

test('the version is that of the program', () => {
  const cmake = fs.readFileSync(path.join(repository, 'CMakeLists.txt'), 'utf8');
  assert.equal(/project\(warplint VERSION ([\d.]+)/.exec(cmake)?.[1], manifest.version);
});

test('menus and the status item name commands that there are', () => {
  const names = commands.map((one: { command: string }) => one.command);
  for (const entries of Object.values<{ command: string }[]>(menus)) {
    for (const { command } of entries) {
      assert.ok(names.includes(command), command);
    }
  }
  assert.ok(names.includes(/item\.command = '([^']*)'/.exec(sources)?.[1]));
});

test('each setting is read, and each that is read is declared, with its default', () => {
  const read = new Map(
    [...sources.matchAll(/section\(\)\.get(?:<[^>]*>)?\('(\w+)', ([^)]*)\)/g)].map((found) => [
      `warplint.${found[1]}`,
      found[2].replaceAll("'", '"'),
    ]),
  );
  // The language client reads this one itself.
  read.set('warplint.trace.server', '"off"');
  assert.deepEqual([...read.keys()].sort(), Object.keys(settings).sort());
  for (const [name, value] of read) {
    assert.deepEqual(JSON.parse(value), settings[name].default, name);
  }
});

test('settings of the server are known to it', () => {
  const server = fs.readFileSync(
    path.join(repository, 'lib/Server/Protocol/LanguageServer.cpp'),
    'utf8',
  );
  for (const name of ['codeLens', 'inlayHints', 'workspaceDiagnostics']) {
    assert.ok(server.includes(`at(Said, "${name}")`), name);
  }
});

test('a workspace that is not trusted does not say what is started', () => {
  const { supported, restrictedConfigurations } = manifest.capabilities.untrustedWorkspaces;
  assert.equal(supported, 'limited');
  assert.deepEqual(restrictedConfigurations, ['warplint.path', 'warplint.args']);
  for (const name of restrictedConfigurations) {
    assert.equal(settings[name].scope, 'machine-overridable', name);
  }
});

test('nothing that is packed names where it was fetched from', () => {
  const lock = JSON.parse(fs.readFileSync('package-lock.json', 'utf8'));
  for (const [name, entry] of Object.entries<any>(lock.packages)) {
    assert.doesNotMatch(entry.resolved ?? '', /:/, name);
  }
});
