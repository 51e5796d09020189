import { build } from 'esbuild';
import { filesIn } from './files.mjs';

const common = {
  bundle: true,
  platform: 'node',
  target: 'node18',
  format: 'cjs',
  external: ['vscode'],
  logLevel: 'warning',
};

export function bundleExtension(outfile) {
  return build({ ...common, entryPoints: ['src/extension.ts'], outfile, minify: true });
}

/** The tests in `folder`; resolves to the files that were made. */
export async function bundleTests(folder, outdir) {
  const entryPoints = filesIn(folder, '.test.ts');
  await build({ ...common, entryPoints, outdir, sourcemap: 'inline' });
  return filesIn(outdir, '.test.js');
}
