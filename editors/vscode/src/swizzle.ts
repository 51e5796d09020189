// "Copy Swizzle": the lines that a remedy would write, for another kernel, a
// review or a file that this editor does not have.
import * as vscode from 'vscode';
import {
  CodeAction,
  CodeActionKind,
  CodeActionRequest,
  CodeActionResolveRequest,
  Command,
  LanguageClient,
  TextDocumentEdit,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageclient/node';
import { editedLines } from './editedLines';
import { counted } from './words';

/** The proven remedies at the cursor, the best one first. */
async function remediesAt(
  client: LanguageClient,
  editor: vscode.TextEditor,
): Promise<CodeAction[]> {
  const convert = client.code2ProtocolConverter;
  const offered = await client.sendRequest(
    CodeActionRequest.type,
    {
      textDocument: convert.asTextDocumentIdentifier(editor.document),
      range: convert.asRange(editor.selection),
      context: { diagnostics: [], only: [CodeActionKind.QuickFix] },
    },
  );
  // Others, as that which holds a finding back, come with their edit.
  const remedies = (offered ?? []).filter(
    (action): action is CodeAction => !Command.is(action) && action.data !== undefined,
  );
  return remedies.sort((a, b) => Number(!!b.isPreferred) - Number(!!a.isPreferred));
}

async function choose(remedies: CodeAction[]): Promise<CodeAction | undefined> {
  if (remedies.length === 1) {
    return remedies[0];
  }
  const items = remedies.map((action) => ({
    label: action.title,
    description: action.isPreferred ? 'the best one' : undefined,
    action,
  }));
  const picked = await vscode.window.showQuickPick(items, { placeHolder: 'Which layout?' });
  return picked?.action;
}

/** The edits of each file, whichever way the server tells them. */
function editsOf(edit: WorkspaceEdit): Array<[uri: string, edits: TextEdit[]]> {
  if (edit.documentChanges) {
    return edit.documentChanges
      .filter(TextDocumentEdit.is)
      .map((change) => [change.textDocument.uri, change.edits]);
  }
  return Object.entries(edit.changes ?? {});
}

async function textOf(client: LanguageClient, edit: WorkspaceEdit): Promise<string[]> {
  const lines: string[] = [];
  for (const [uri, edits] of editsOf(edit)) {
    const file = client.protocol2CodeConverter.asUri(uri);
    const document = await vscode.workspace.openTextDocument(file);
    lines.push(...editedLines(document.getText().replaceAll('\r\n', '\n'), edits));
  }
  return lines;
}

export async function copySwizzle(client: LanguageClient | undefined): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client?.isRunning()) {
    void vscode.window.showInformationMessage(
      `warplint: ${editor ? 'the server does not run' : 'no editor is active'}.`,
    );
    return;
  }
  const remedies = await remediesAt(client, editor);
  if (!remedies.length) {
    void vscode.window.showInformationMessage(
      'warplint: no access with a proven remedy is at the cursor.',
    );
    return;
  }
  const chosen = await choose(remedies);
  if (!chosen) {
    return;
  }
  await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: 'warplint: searching layouts',
      cancellable: true,
    },
    async (_progress, token) => {
      try {
        const action = await client.sendRequest(CodeActionResolveRequest.type, chosen, token);
        const lines = action.edit ? await textOf(client, action.edit) : [];
        await vscode.env.clipboard.writeText(lines.map((line) => line + '\n').join(''));
        void vscode.window.showInformationMessage(
          `warplint: copied ${counted(lines.length, 'line')}: ${chosen.title}.`,
        );
      } catch (error) {
        if (!token.isCancellationRequested) {
          const why = error instanceof Error ? error.message : String(error);
          void vscode.window.showWarningMessage(`warplint: nothing was copied: ${why}`);
        }
      }
    },
  );
}
