import { expect, test } from 'vitest';
import { foldText } from '../text/fold-text.ts';

test.each([
  ['Kraków', 'krakow'],
  ['Łódź', 'lodz'],
  ['MÜLLER', 'muller'],
  ['İstanbul', 'istanbul'],
  ['Straße', 'strasse'],
  ['Ærø', 'aero'],
  ['Œuvre', 'oeuvre'],
  ['Ｐay', 'pay'],
])('folds %s to %s', (text, folded) => {
  expect(foldText(text)).toBe(folded);
});
