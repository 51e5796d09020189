// The language server: which one, and its life.
import * as vscode from 'vscode';
import { LanguageClient, LanguageClientOptions, State } from 'vscode-languageclient/node';
import { canBeStarted, findProgram } from './program';
import { serverArguments, serverPath, serverSettings } from './settings';
import type { Status } from './status';

/** Sources, also CUDA C++ in Python, and the headers in which their findings are shown. */
export const documentSelector = [
  { scheme: 'file', language: 'cuda-cpp' },
  { scheme: 'file', language: 'cuda' },
  { scheme: 'file', pattern: '**/*.{cu,cuh,ptx,py}' },
  { scheme: 'file', language: 'cpp', pattern: '**/*.{h,hh,hpp,inl}' },
  { scheme: 'file', language: 'c', pattern: '**/*.h' },
];

export class Server implements vscode.Disposable {
  private client: LanguageClient | undefined;
  private readonly output = vscode.window.createOutputChannel('warplint');
  /** Starts and stops come one after the other. */
  private pending: Promise<void> = Promise.resolve();

  constructor(
    private readonly extensionFolder: string,
    private readonly status: Status,
  ) {}

  /** Null while none is started. */
  current(): LanguageClient | undefined {
    return this.client;
  }

  restart(): Promise<void> {
    return this.enqueue(async () => {
      await this.end();
      await this.begin();
    });
  }

  stop(): Promise<void> {
    return this.enqueue(() => this.end());
  }

  showOutput(): void {
    this.output.show(true);
  }

  dispose(): void {
    this.output.dispose();
  }

  private enqueue(task: () => Promise<void>): Promise<void> {
    this.pending = this.pending.then(task, task);
    return this.pending;
  }

  private async begin(): Promise<void> {
    const command = findProgram(serverPath(), this.extensionFolder);
    const args = ['lsp', ...serverArguments()];
    if (!canBeStarted(command)) {
      this.output.appendLine(`'${command}' is no program`);
      void this.offerHelp(command);
      return;
    }
    const options: LanguageClientOptions = {
      documentSelector,
      initializationOptions: serverSettings(),
      synchronize: { configurationSection: 'warplint' },
      outputChannel: this.output,
    };
    const client = new LanguageClient('warplint', 'warplint', { command, args }, options);
    client.onDidChangeState(({ newState }) => {
      if (client !== this.client) {
        return;
      }
      this.status.set(
        newState === State.Running
          ? 'running'
          : newState === State.Starting
            ? 'starting'
            : 'stopped',
        client.initializeResult?.serverInfo?.version,
      );
    });
    this.client = client;
    this.output.appendLine(`starting ${[command, ...args].join(' ')}`);
    try {
      await client.start();
    } catch {
      this.status.set('stopped'); // The client has said why.
    }
  }

  private async offerHelp(command: string): Promise<void> {
    const [settings, output] = ['Open Settings', 'Show Output'];
    const chosen = await vscode.window.showErrorMessage(
      `warplint: '${command}' cannot be started.`,
      settings,
      output,
    );
    if (chosen === settings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'warplint.path');
    } else if (chosen === output) {
      this.showOutput();
    }
  }

  private async end(): Promise<void> {
    const client = this.client;
    this.client = undefined;
    this.status.set('stopped');
    try {
      // One that never came up cannot be stopped.
      if (client?.needsStop()) {
        await client.dispose();
      }
    } catch {
      // It takes no leave: the client ends it.
    }
  }
}
