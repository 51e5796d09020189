// The page of a bank map: nothing in it runs, and nothing is fetched.
import type { BankMap } from './protocol';

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/**
 * The picture in the colours of the editor's theme, which need not be those that
 * the desktop prefers.
 */
export function inTheme(svg: string, isDark: boolean): string {
  return svg
    .replace(/\(\s*prefers-color-scheme\s*:\s*dark\s*\)/g, isDark ? 'all' : 'not all')
    .replace(/\(\s*prefers-color-scheme\s*:\s*light\s*\)/g, isDark ? 'not all' : 'all');
}

export function bankMapPage(map: BankMap, isDark: boolean): string {
  const title = escapeHtml(map.title);
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${title}</title>
<style>
body { color: var(--vscode-foreground); padding: 1em; }
h1 { font-size: 1.1em; font-weight: 600; }
/* In a narrow panel it is moved: smaller, its numbers can't be read. */
.map { overflow-x: auto; }
svg { min-width: 60rem; max-width: 100%; height: auto; }
pre { font-family: var(--vscode-editor-font-family); line-height: 1.2; overflow-x: auto; }
</style>
</head>
<body>
<h1>${title}</h1>
<div class="map">${inTheme(map.svg, isDark)}</div>
<details><summary>As text</summary><pre>${escapeHtml(map.text)}</pre></details>
</body>
</html>
`;
}
