import { describe, expect, test } from 'vitest';
import { hasVisibleText, isNameTaken, label } from '../label.ts';

const read = (text: string) => label(20).safeParse(text);

describe('a name', () => {
  test.each([
    ['spaces around it', '  Viewer ', 'Viewer'],
    ['a letter with a mark apart', 'Cafe\u0301', 'Café'],
    ['another script', 'किराना', 'किराना'],
    ['a long number of an order', 'Order 1795651997987', 'Order 1795651997987'],
  ])('is read with %s', (_title, typed, stored) => {
    expect(read(typed)).toMatchObject({ success: true, data: stored });
  });

  test.each([
    ['nothing in it', ' '],
    ['a zero-width space', 'Viewer\u200b'],
    ['a soft hyphen', 'View\u00ader'],
    ['a change of direction', 'Viewer\u202e'],
    ['a line break', 'Viewer\nAdministrator'],
    ['a line separator', 'View\u2028er'],
    ['a card number', '4444333322221111'],
    ['a card number in groups', '4444 3333 2222 1111'],
    ['too many characters', 'a'.repeat(21)],
  ])('is rejected with %s', (_title, typed) => {
    expect(read(typed).success).toBe(false);
  });
});

test.each([
  ['letter case', 'viewer', true],
  ['a Cyrillic letter', 'Viеwеr', true],
  ['a Greek letter', 'Viewεr', true],
  ['full-width letters', 'Ｖｉｅｗｅｒ', true],
  ['a capital I in the place of an l', 'Cashier IOI', true],
  ['an accent', 'Viewér', false],
  ['another word', 'Viewers', false],
])('is taken beside a name that differs by %s: %s', (_title, name, isTaken) => {
  expect(isNameTaken(name, ['Viewer', 'Cashier lol'])).toBe(isTaken);
});

test('a text of blanks and invisible characters is empty', () => {
  for (const text of [
    '',
    ' ',
    '\n\t',
    '\u200b',
    ' \u200d\ufeff',
    '\u00ad',
    '\u2066\u2069',
    '\u00a0',
    '\u0007',
  ])
    expect(hasVisibleText(text), JSON.stringify(text)).toBe(false);
  for (const text of ['a', ' . ', '\u200ba', '?', '🙂', 'म']) expect(hasVisibleText(text), text).toBe(true);
});
