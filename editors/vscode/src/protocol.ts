// What the server has beyond the language server protocol.
import {
  ExecuteCommandParams,
  Range,
  RequestType,
  TextDocumentPositionParams,
  WorkDoneProgressParams,
} from 'vscode-languageclient';

export interface BankMap {
  title: string;
  /** The map in characters. */
  text: string;
  /** The map as one <svg>. */
  svg: string;
  /** Of the access. */
  range: Range;
}

export const BankMapRequest = new RequestType<
  TextDocumentPositionParams,
  BankMap | null,
  void
>('warplint/bankMap');

export interface WorkspaceSummary {
  sources: number;
  notLinted: number;
  diagnostics: number;
}

export const LintWorkspaceRequest = new RequestType<
  ExecuteCommandParams & WorkDoneProgressParams,
  WorkspaceSummary,
  void
>('workspace/executeCommand');
export const lintWorkspaceCommand = 'warplint.lintWorkspace';
