// Which program is the server.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';

/**
 * The one that the user names, else the one beside the extension, else the one
 * on PATH.
 */
export function findProgram(named: string, extensionFolder: string): string {
  const given = named.trim();
  if (given) {
    return given === '~' || given.startsWith('~/')
      ? path.join(os.homedir(), given.slice(1))
      : given;
  }
  const bundled = path.join(extensionFolder, 'server', 'warplint');
  if (!fs.existsSync(bundled)) {
    return 'warplint';
  }
  makeExecutable(bundled);
  return bundled;
}

/** As a path from the current folder, or by its name on PATH. */
export function canBeStarted(program: string): boolean {
  const folders = program.includes('/') ? [''] : (process.env.PATH ?? '').split(':');
  return folders.some((folder) => {
    try {
      const file = path.join(folder, program);
      fs.accessSync(file, fs.constants.X_OK);
      return fs.statSync(file).isFile();
    } catch {
      return false;
    }
  });
}

/** Not every way of unpacking an extension keeps the modes of its files. */
function makeExecutable(file: string): void {
  try {
    fs.accessSync(file, fs.constants.X_OK);
  } catch {
    try {
      fs.chmodSync(file, 0o755);
    } catch {
      // Starting it says what is wrong.
    }
  }
}
