// The lines that an edit writes, as one would copy them.

export interface Position {
  line: number;
  character: number;
}

export interface Edit {
  range: { start: Position; end: Position };
  newText: string;
}

function offsetAt(lines: string[], at: Position): number {
  if (at.line >= lines.length) {
    return lines.join('\n').length;
  }
  const before = lines.slice(0, at.line).reduce((sum, line) => sum + line.length + 1, 0);
  return before + Math.min(at.character, lines[at.line].length);
}

/** Without the white space that all lines begin with. */
function dedented(lines: string[]): string[] {
  const depth = Math.min(
    ...lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length),
  );
  return lines.map((line) => line.slice(depth).trimEnd());
}

/**
 * The lines of `text` that `edits` change or add, as they are afterwards. Lines
 * that stand together keep their indentation to each other.
 */
export function editedLines(text: string, edits: readonly Edit[]): string[] {
  const old = text.split('\n');
  let after = '';
  let taken = 0;
  const written: Array<[begin: number, end: number]> = [];
  const inOrder = edits
    .map((edit) => ({
      begin: offsetAt(old, edit.range.start),
      end: offsetAt(old, edit.range.end),
      newText: edit.newText,
    }))
    .sort((a, b) => a.begin - b.begin || a.end - b.end);
  for (const edit of inOrder) {
    after += text.slice(taken, edit.begin);
    written.push([after.length, after.length + edit.newText.length]);
    after += edit.newText;
    taken = edit.end;
  }
  after += text.slice(taken);

  const groups: string[][] = [];
  let begin = 0;
  let last = -2;
  after.split('\n').forEach((line, number) => {
    const end = begin + line.length + 1;
    // A removal writes nothing, and changes its line all the same.
    if (written.some(([from, to]) => from < end && (to > begin || from === to && from >= begin))) {
      if (number !== last + 1) {
        groups.push([]);
      }
      groups[groups.length - 1].push(line);
      last = number;
    }
    begin = end;
  });
  return groups.flatMap(dedented).filter((line) => line);
}
