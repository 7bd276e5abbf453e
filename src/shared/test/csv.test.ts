import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../text/csv.ts';

test.each([
  [['a', 'b'], 'a,b'],
  [['a,b', 'say "hi"', 'two\nlines'], '"a,b","say ""hi""","two\nlines"'],
  [[null, undefined, '', 0, -1], ',,,0,-1'],
  [['＝1+1', '＋44', '－1', '＠x', 'ａ'], `'＝1+1,'＋44,'－1,'＠x,ａ`],
  [['=1+1', '+44', '-1', '@x', '\tx', '\rx', '\0x'], `'=1+1,'+44,'-1,'@x,'\tx,"'\rx",'\0x`],
])('writes %j', (cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`);
});

test('reads back the written value without the quote of a formula', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1 }), (cells) => {
      expect(read(csvLine(cells))).toEqual(
        cells.map((cell) => (/^[=+\-@＝＋－＠\t\r\0]/.test(cell) ? `'${cell}` : cell)),
      );
    }),
  );
});

function read(line: string): string[] {
  const cells: string[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n$)/y;
  for (let found = cell.exec(line); found; found = cell.exec(line)) {
    cells.push(found[1] === undefined ? (found[2] ?? '') : found[1].replaceAll('""', '"'));
    if (found[3] !== ',') break;
  }
  return cells;
}
