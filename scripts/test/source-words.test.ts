import { describe, expect, test } from 'vitest';
import { documentWordComplaints, sourceWordComplaints, sqlWordComplaints } from '../source-words.ts';

describe('rejects', () => {
  test.each([
    ['a comment', 'src/a.ts', 'const a = 1;\n// Whoever asks first is told.', '2: “Whoever”'],
    ['a doc comment', 'src/a.ts', '/**\n * Fine.\n * Then anew.\n */\nexport {};', '3: “anew”'],
    ['a test title', 'src/a.test.ts', "test('nobody signs in', () => {});", '1: “nobody”'],
    ['a title of test.each', 'src/a.test.ts', "test.each([1])('%s stands', () => {});", '1: “stands”'],
    ['a title of describe', 'src/a.test.ts', "describe('whom', () => {});", '1: “whom”'],
    [
      'a string of a test',
      'src/a.test.ts',
      "test('pays', () => pay('https://shop.example/told'));",
      '1: “told”',
    ],
    ['a string of a fixture', 'src/a/test/plant.ts', "pay('https://shop.example/told');", '1: “told”'],
    ['a program that speaks', 'src/a.ts', '// The server says why.', '1: “says”'],
    ['a program that knows', 'src/a.ts', '// The processor knows the card.', '1: “knows”'],
    ['a summary', 'src/b/endpoints.ts', "defineEndpoint({ summary: 'Tells it' });", '1: “Tells”'],
  ])('%s', (_title, file, code, where) => {
    expect(sourceWordComplaints(file, code)).toEqual([expect.stringContaining(`${file}:${where}`)]);
  });

  test('prose of a document', () => {
    const text = '# Title\n\n`told` is code.\n\n```\nnobody\n```\n\nSomebody reads it.\n';
    expect(documentWordComplaints('README.md', text)).toEqual([
      expect.stringContaining('README.md:9: “Somebody”'),
    ]);
  });

  test('a comment of SQL', () => {
    const text = "create table a (\n  -- Null: nobody.\n  told text default 'nobody'\n);\n";
    expect(sqlWordComplaints('src/a.sql', text)).toEqual([expect.stringContaining('src/a.sql:2: “nobody”')]);
  });
});

describe('accepts', () => {
  test.each([
    ['code and strings', 'src/a.ts', "const told = 'nobody';"],
    ['what a payer types in a test', 'src/a.test.ts', "test('rejects a card', () => type('He said no'));"],
    ['parts of longer words', 'src/a.ts', '// An outstanding, wanton heart.'],
    ['a known value', 'src/a.ts', '// Until the total is known.'],
    ['the Unix user nobody', 'src/a.ts', '// Runs as the Unix user nobody.'],
  ])('%s', (_title, file, code) => {
    expect(sourceWordComplaints(file, code)).toEqual([]);
  });

  test('code of a document', () => {
    expect(documentWordComplaints('README.md', 'Runs as `nobody`.')).toEqual([]);
  });
});
