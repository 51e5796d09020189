import fs from 'node:fs';
import path from 'node:path';

/** The files of `folder` itself whose names end in `ending`, sorted. */
export function filesIn(folder, ending) {
  return fs
    .readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => path.join(folder, name));
}
