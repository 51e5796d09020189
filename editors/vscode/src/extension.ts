// What VS Code calls: the extension comes, and goes.
import * as vscode from 'vscode';
import { BankMapPanel } from './bankMap';
import { registerConfigCompletion } from './configCompletion';
import { lintAll } from './lintAll';
import { Server } from './server';
import { needsRestart } from './settings';
import { Status } from './status';
import { copySwizzle } from './swizzle';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const status = new Status();
  const started = new Server(context.extensionPath, status);
  server = started;
  const bankMap = new BankMapPanel(() => started.current());
  const commands: Record<string, () => unknown> = {
    'warplint.lintAll': () => lintAll(started.current()),
    'warplint.showBankMap': () => bankMap.show(),
    'warplint.copySwizzle': () => copySwizzle(started.current()),
    'warplint.restartServer': () => started.restart(),
    'warplint.showOutput': () => started.showOutput(),
  };
  context.subscriptions.push(
    status,
    started,
    bankMap,
    registerConfigCompletion(),
    ...Object.entries(commands).map(([name, run]) => vscode.commands.registerCommand(name, run)),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (needsRestart(event)) {
        void started.restart();
      }
    }),
    // From then on path and arguments of the workspace count.
    vscode.workspace.onDidGrantWorkspaceTrust(() => void started.restart()),
  );
  await started.restart();
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
