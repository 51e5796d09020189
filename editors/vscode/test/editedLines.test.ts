import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Edit, editedLines } from '../src/editedLines';

function edit(begin: [number, number], end: [number, number], newText: string): Edit {
  return {
    range: {
      start: { line: begin[0], character: begin[1] },
      end: { line: end[0], character: end[1] },
    },
    newText,
  };
}

const text = `void f() {
  float s[32][32];
  if (a) {
    s[x][y] = 0;
    done();
  }
}
`;

test('a line that an edit touches is copied whole, as it is afterwards', () => {
  assert.deepEqual(editedLines(text, [edit([3, 9], [3, 10], 'y ^ x')]), ['s[x][y ^ x] = 0;']);
});

test('edits of a line may come in any order', () => {
  const edits = [edit([3, 9], [3, 10], 'b'), edit([3, 6], [3, 7], 'a')];
  assert.deepEqual(editedLines(text, edits), ['s[a][b] = 0;']);
});

test('an inserted line is copied without the one that it pushes down', () => {
  assert.deepEqual(editedLines(text, [edit([1, 0], [1, 0], '  // Why.\n')]), ['// Why.']);
});

test('lines that stand together keep their indentation to each other', () => {
  const edits = [edit([2, 6], [2, 7], 'b'), edit([3, 14], [3, 15], '1')];
  assert.deepEqual(editedLines(text, edits), ['if (b) {', '  s[x][y] = 1;']);
});

test('lines that stand apart begin at the margin', () => {
  const edits = [edit([1, 14], [1, 16], '33'), edit([4, 4], [4, 8], 'ready')];
  assert.deepEqual(editedLines(text, edits), ['float s[32][33];', 'ready();']);
});

test('a removal within a line writes this line', () => {
  assert.deepEqual(editedLines(text, [edit([1, 13], [1, 17], '')]), ['float s[32];']);
});

test('several lines become one, one becomes several', () => {
  assert.deepEqual(editedLines(text, [edit([2, 2], [5, 3], 's[x][y] = 0;')]), ['s[x][y] = 0;']);
  const macro = '#define AT(r, c) \\\n  (c ^ r)\n';
  assert.deepEqual(editedLines(text, [edit([0, 0], [0, 0], macro)]), [
    '#define AT(r, c) \\',
    '  (c ^ r)',
  ]);
});

test('an edit behind the last line is at the end', () => {
  assert.deepEqual(editedLines('a', [edit([9, 0], [9, 0], '\nb')]), ['a', 'b']);
});

test('no edit writes nothing', () => {
  assert.deepEqual(editedLines(text, []), []);
});
