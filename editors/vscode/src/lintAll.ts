// "Lint Workspace": the findings come as diagnostics of each file.
import * as vscode from 'vscode';
import { LanguageClient, WorkDoneProgress } from 'vscode-languageclient/node';
import { lintWorkspaceCommand, LintWorkspaceRequest } from './protocol';
import { summaryText } from './words';

let runs = 0;

export async function lintAll(client: LanguageClient | undefined): Promise<void> {
  if (!client?.isRunning()) {
    void vscode.window.showInformationMessage('warplint: the server does not run.');
    return;
  }
  const summary = await vscode.window.withProgress(
    {
      location: vscode.ProgressLocation.Notification,
      title: 'warplint: linting the workspace',
      cancellable: true,
    },
    async (progress, token) => {
      const workDoneToken = `lint-workspace-${++runs}`;
      let reached = 0;
      const listening = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
        if (value.kind === 'report') {
          const now = Math.max(reached, value.percentage ?? 0);
          progress.report({ message: value.message, increment: now - reached });
          reached = now;
        }
      });
      try {
        return await client.sendRequest(
          LintWorkspaceRequest,
          { command: lintWorkspaceCommand, workDoneToken },
          token,
        );
      } catch (error) {
        if (!token.isCancellationRequested) {
          const why = error instanceof Error ? error.message : String(error);
          void vscode.window.showErrorMessage(`warplint: ${why}`);
        }
        return undefined;
      } finally {
        listening.dispose();
      }
    },
  );
  if (!summary) {
    return;
  }
  const actions = summary.diagnostics ? ['Show Problems'] : [];
  const chosen = await vscode.window.showInformationMessage(
    `warplint: ${summaryText(summary)}`,
    ...actions,
  );
  if (chosen) {
    await vscode.commands.executeCommand('workbench.actions.view.problems');
  }
}
