// The settings of the user, as package.json declares them.
import * as vscode from 'vscode';

/** What the server is told; it reads these names. */
export interface ServerSettings {
  codeLens: boolean;
  hoverSvg: boolean;
  inlayHints: boolean;
  workspaceDiagnostics: boolean;
}

function section(): vscode.WorkspaceConfiguration {
  return vscode.workspace.getConfiguration('warplint');
}

export function serverSettings(): ServerSettings {
  return {
    codeLens: section().get('codeLens', true),
    hoverSvg: true, // VS Code shows images in hovers.
    inlayHints: section().get('inlayHints', false),
    workspaceDiagnostics: section().get('workspaceDiagnostics', false),
  };
}

export function serverPath(): string {
  return section().get('path', '');
}

export function serverArguments(): string[] {
  return section().get<string[]>('args', []);
}

/** Another server has to be started. */
export function needsRestart(event: vscode.ConfigurationChangeEvent): boolean {
  return ['path', 'args', 'workspaceDiagnostics'].some((name) =>
    event.affectsConfiguration(`warplint.${name}`),
  );
}
