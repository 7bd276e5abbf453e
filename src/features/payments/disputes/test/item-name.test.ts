import { expect, test } from 'vitest';
import { inWords } from '../web/item-name.ts';

test.each([
  ['GoodsWereAsDescribed', 'Goods were as described'],
  ['TIDorInvoice', 'TID or invoice'],
  ['shipping_signature', 'Shipping signature'],
  ['', ''],
])('%s is "%s"', (code, words) => {
  expect(inWords(code)).toBe(words);
});
