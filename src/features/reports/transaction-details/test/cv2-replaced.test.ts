import { expect, test } from 'vitest';
import { isCv2ReplacedByToken } from '../web/sections/payment-facts.tsx';

test.each([
  [null, { usage: 'USED' }, true],
  [null, { usage: 'RENEWED', tokenError: 'cryptogram late' }, true],
  ['NOT_CHECKED', { usage: 'USED' }, true],
  ['NOT_CHECKED', { usage: 'RENEWED' }, true],
  ['MATCHED', { usage: 'USED' }, false],
  ['NOT_MATCHED', { usage: 'RENEWED' }, false],
  [null, { tokenError: 'no token for this card' }, false],
  ['NOT_CHECKED', { tokenError: 'no token for this card' }, false],
  [null, { expiryMonth: '07', expiryYear: '2031' }, false],
  [null, null, false],
  ['NOT_CHECKED', null, false],
])('CV2 %s with the token %j: replaced by it is %s', (cv2Check, networkTokenDetails, expected) => {
  expect(isCv2ReplacedByToken({ cv2Check, networkTokenDetails })).toBe(expected);
});
