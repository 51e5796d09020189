// Sentences that are shown.
import type { WorkspaceSummary } from './protocol';

export function counted(number: number, what: string): string {
  return `${number} ${what}${number === 1 ? '' : 's'}`;
}

export function summaryText(summary: WorkspaceSummary): string {
  const { sources, notLinted, diagnostics } = summary;
  if (!sources) {
    return 'No CUDA sources in this workspace.';
  }
  const found = diagnostics ? counted(diagnostics, 'finding') : 'No findings';
  const left = notLinted ? `; ${notLinted} could not be linted (see the output)` : '';
  return `${found} in ${counted(sources, 'source')}${left}.`;
}

export type ServerState = 'starting' | 'running' | 'stopped';

export interface StatusText {
  text: string;
  tooltip: string;
  isProblem: boolean;
}

export function statusText(state: ServerState, findings: number, version: string): StatusText {
  const name = version ? `warplint ${version}` : 'warplint';
  switch (state) {
    case 'starting':
      return { text: '$(sync~spin) warplint', tooltip: `${name}: starting`, isProblem: false };
    case 'stopped':
      return {
        text: '$(error) warplint',
        tooltip: `${name}: the server does not run; click for its output`,
        isProblem: true,
      };
    case 'running':
      return {
        text: findings ? `$(warning) warplint ${findings}` : '$(check) warplint',
        tooltip: `${name}: ${findings ? counted(findings, 'finding') : 'no findings'} in this file; click for the output`,
        isProblem: false,
      };
  }
}
