// Packs the extension with the program in it:
//   npm run package -- [--program FILE] [--out FILE]
// The program should be one that needs nothing but the C library, as ./dev package
// makes it.
import { createVSIX } from '@vscode/vsce';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { bundleExtension } from './bundle.mjs';
import { filesIn } from './files.mjs';

/** What has to go with the code of a package. */
function licenceOf(folder) {
  const { name, version } = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const file = fs.readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
  if (!file) {
    throw new Error(`${folder} has no licence`);
  }
  return `${name} ${version}\n\n${fs.readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
}

const repository = path.resolve('../..');
const { values } = parseArgs({
  options: {
    program: {
      type: 'string',
      default: path.join(repository, 'build-static/tools/warplint/warplint'),
    },
    out: { type: 'string' },
  },
});
const target = `linux-${process.arch}`;
const { version } = JSON.parse(fs.readFileSync('package.json', 'utf8'));
const packagePath = path.resolve(values.out ?? `warplint-${target}-${version}.vsix`);

// Laid out anew, so that nothing else gets into the package.
const stage = fs.mkdtempSync(path.join(os.tmpdir(), 'warplint-vscode-'));
try {
  for (const name of ['package.json', 'README.md', 'CHANGELOG.md']) {
    fs.copyFileSync(name, path.join(stage, name));
  }
  fs.copyFileSync(path.join(repository, 'LICENSE'), path.join(stage, 'LICENSE.txt'));
  const packages = await bundleExtension(path.join(stage, 'dist/extension.js'));
  fs.writeFileSync(path.join(stage, 'dist/licences.txt'), packages.map(licenceOf).join('\n'));
  // Beside the program, where it finds the pages that findings lead to.
  const pages = path.join(stage, 'server/docs/checks');
  fs.mkdirSync(pages, { recursive: true });
  for (const page of filesIn(path.join(repository, 'docs/checks'), '.md')) {
    fs.copyFileSync(page, path.join(pages, path.basename(page)));
  }
  fs.copyFileSync(path.join(repository, 'docs/copyright'), path.join(stage, 'server/copyright'));
  fs.copyFileSync(values.program, path.join(stage, 'server/warplint'));
  fs.chmodSync(path.join(stage, 'server/warplint'), 0o755);
  process.chdir(stage); // It looks for some files here, whatever its "cwd".
  await createVSIX({
    target,
    packagePath,
    dependencies: false, // They are in the bundle.
    allowMissingRepository: true,
  });
} finally {
  process.chdir(os.tmpdir());
  fs.rmSync(stage, { recursive: true });
}
