import { expect, test } from 'vitest';
import { passesLuhn } from '#shared/card-number.ts';
import { testCards } from '#shared/payments/test-cards.ts';
import { cardBehaviour } from '../sandbox/sandbox-cards.ts';

test('the offered test cards behave as the portal describes', () => {
  for (const { pan, result } of testCards) {
    const { authorises, enrolled } = cardBehaviour(pan);
    expect([pan, passesLuhn(pan)]).toEqual([pan, true]);
    expect([pan, authorises]).toEqual([pan, result !== 'declined']);
    expect([pan, enrolled === 'Y']).toEqual([pan, result === 'challenge']);
  }
});
