import { build } from 'esbuild';
import path from 'node:path';
import { configKeys } from './configKeys.mjs';
import { filesIn } from './files.mjs';

const common = {
  bundle: true,
  platform: 'node',
  target: 'node18',
  format: 'cjs',
  external: ['vscode'],
  define: { WARPLINT_KEYS: JSON.stringify(configKeys(path.resolve('../..'))) },
  logLevel: 'warning',
};

/** Resolves to the folders of the packages that are in it. */
export async function bundleExtension(outfile) {
  const { metafile } = await build({
    ...common,
    entryPoints: ['src/extension.ts'],
    outfile,
    minify: true,
    metafile: true,
  });
  const folders = Object.keys(metafile.inputs).flatMap(
    (file) => /^.*node_modules\/(?:@[^/]*\/)?[^/]*/.exec(file) ?? [],
  );
  return [...new Set(folders)].sort();
}

/** The tests in `folder`; resolves to the files that were made. */
export async function bundleTests(folder, outdir) {
  const entryPoints = filesIn(folder, '.test.ts');
  await build({ ...common, entryPoints, outdir, sourcemap: 'inline' });
  return filesIn(outdir, '.test.js');
}
