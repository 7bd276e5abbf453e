import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine, csvLines } from '../text/csv.ts';

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
      const read = cells.map((cell) => (/^[=+\-@＝＋－＠\t\r\0]/.test(cell) ? `'${cell}` : cell));
      expect(csvLines(csvLine(cells) + csvLine(['next']))).toEqual([read, ['next']]);
    }),
  );
});
