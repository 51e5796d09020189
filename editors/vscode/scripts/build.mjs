import { bundleExtension } from './bundle.mjs';

await bundleExtension('dist/extension.js');
