import { expect, test } from 'vitest';
import { cardDigits } from '../format/card-digits.ts';

test('names a card by its last four digits', () => {
  expect(cardDigits('990300******8223')).toBe('•••• 8223');
});
