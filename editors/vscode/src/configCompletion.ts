// Completion in files .warplint: keys, and values where there is a choice.
import * as vscode from 'vscode';
import { keysUsed, proposalsAt } from './configKeys';

export function registerConfigCompletion(): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    { scheme: 'file', pattern: '**/.warplint' },
    {
      provideCompletionItems(document, position) {
        const before = document.lineAt(position.line).text.slice(0, position.character);
        const used = keysUsed(document.getText(), position.line);
        return proposalsAt(before, used).map((proposal) => {
          const item = new vscode.CompletionItem(
            proposal.label,
            proposal.isKey ? vscode.CompletionItemKind.Property : vscode.CompletionItemKind.Value,
          );
          item.insertText = proposal.text;
          item.detail = proposal.detail;
          item.documentation = new vscode.MarkdownString(proposal.documentation);
          return item;
        });
      },
    },
  );
}
