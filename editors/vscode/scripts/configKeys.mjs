import fs from 'node:fs';
import path from 'node:path';

/** The keys of .warplint: the rows of the table that documents them. */
export function configKeys(repository) {
  const text = fs.readFileSync(path.join(repository, 'docs/config.md'), 'utf8');
  const rows = text.matchAll(/^\| `(\w+)` \| (.*?) \| (.*) \|$/gm);
  return [...rows].map(([, name, kind, meaning]) => ({
    name,
    kind: kind.replaceAll('`', ''),
    values: [...kind.matchAll(/`(\w+)`/g)].map((value) => value[1]),
    // A link leads nowhere from an editor.
    meaning: meaning.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'),
  }));
}
