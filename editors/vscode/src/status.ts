// The item in the status bar: how the server is, and what the file at hand has.
import * as vscode from 'vscode';
import { ServerState, statusText } from './words';

/** Some have VS Code take CUDA for C++. */
function isCuda({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId.startsWith('cuda') || /\.(cuh?|ptx)$/.test(uri.path);
}

export class Status implements vscode.Disposable {
  private readonly item = vscode.window.createStatusBarItem(
    'warplint.status',
    vscode.StatusBarAlignment.Right,
  );
  private readonly subscriptions: vscode.Disposable[];
  private state: ServerState = 'stopped';
  private version = '';

  constructor() {
    this.item.name = 'warplint';
    this.item.command = 'warplint.showOutput';
    this.subscriptions = [
      this.item,
      vscode.languages.onDidChangeDiagnostics(() => this.update()),
      vscode.window.onDidChangeActiveTextEditor(() => this.update()),
    ];
    this.update();
  }

  set(state: ServerState, version = ''): void {
    this.state = state;
    this.version = version || this.version;
    this.update();
  }

  dispose(): void {
    this.subscriptions.forEach((one) => one.dispose());
  }

  private update(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isCuda(document)) {
      this.item.hide();
      return;
    }
    const findings = vscode.languages
      .getDiagnostics(document.uri)
      .filter((diagnostic) => diagnostic.source === 'warplint').length;
    const { text, tooltip, isProblem } = statusText(this.state, findings, this.version);
    this.item.text = text;
    this.item.tooltip = tooltip;
    this.item.backgroundColor = isProblem
      ? new vscode.ThemeColor('statusBarItem.errorBackground')
      : undefined;
    this.item.show();
  }
}
