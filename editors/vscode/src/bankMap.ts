// "Show Bank Map": a panel beside the editor that follows the cursor.
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { ErrorCodes, ResponseError } from 'vscode-languageclient/node';
import { bankMapPage } from './bankMapPage';
import { BankMap, BankMapRequest } from './protocol';

const pauseBeforeRefresh = 150; // Milliseconds after the last key.

export class BankMapPanel implements vscode.Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private shown: BankMap | undefined;
  private timer: NodeJS.Timeout | undefined;
  private asked = 0;
  private readonly subscriptions: vscode.Disposable[];

  constructor(private readonly client: () => LanguageClient | undefined) {
    this.subscriptions = [
      vscode.window.onDidChangeTextEditorSelection((event) => this.follow(event.textEditor)),
      vscode.window.onDidChangeActiveColorTheme(() => this.render()),
    ];
  }

  /** The access at the cursor of the active editor. */
  async show(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor) {
      void vscode.window.showInformationMessage('warplint: no editor is active.');
      return;
    }
    const found = await this.request(editor);
    if (typeof found === 'string') {
      void vscode.window.showInformationMessage(`warplint: ${found}`);
      return;
    }
    if (!this.panel) {
      this.panel = vscode.window.createWebviewPanel(
        'warplint.bankMap',
        'Bank map',
        { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
        { enableScripts: false, enableForms: false, localResourceRoots: [] },
      );
      this.panel.onDidDispose(() => (this.panel = undefined));
    }
    this.shown = found;
    this.render();
    this.panel.reveal(undefined, true);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.panel?.dispose();
    this.subscriptions.forEach((one) => one.dispose());
  }

  /** Once the cursor rests: elsewhere than at an access the last map stays. */
  private follow(editor: vscode.TextEditor): void {
    if (!this.panel?.visible) {
      return;
    }
    clearTimeout(this.timer);
    this.timer = setTimeout(async () => {
      const number = ++this.asked;
      const found = await this.request(editor);
      if (typeof found !== 'string' && number === this.asked) {
        this.shown = found;
        this.render();
      }
    }, pauseBeforeRefresh);
  }

  private render(): void {
    if (!this.panel || !this.shown) {
      return;
    }
    const kind = vscode.window.activeColorTheme.kind;
    const isDark =
      kind === vscode.ColorThemeKind.Dark || kind === vscode.ColorThemeKind.HighContrast;
    this.panel.title = this.shown.title;
    this.panel.webview.html = bankMapPage(this.shown, isDark);
  }

  /** The map, or why there is none. */
  private async request(editor: vscode.TextEditor): Promise<BankMap | string> {
    const client = this.client();
    if (!client?.isRunning()) {
      return 'the server does not run.';
    }
    try {
      const map = await client.sendRequest(
        BankMapRequest,
        client.code2ProtocolConverter.asTextDocumentPositionParams(
          editor.document,
          editor.selection.active,
        ),
      );
      return map ?? 'no analyzed shared-memory access is at the cursor.';
    } catch (error) {
      if (error instanceof ResponseError && error.code === ErrorCodes.MethodNotFound) {
        return 'this version of the server draws no bank maps.';
      }
      return error instanceof Error ? error.message : String(error);
    }
  }
}
