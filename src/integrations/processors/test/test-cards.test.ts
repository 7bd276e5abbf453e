import { expect, test } from 'vitest';
import { passesLuhn } from '#shared/card-number.ts';
import { specialCards, testCards } from '#shared/payments/test-cards.ts';
import { cardBehaviour } from '../sandbox/sandbox-cards.ts';

test('the offered test cards behave as the portal describes', () => {
  for (const { pan, result } of testCards) {
    const { authorises, enrolled } = cardBehaviour(pan);
    expect([pan, passesLuhn(pan)]).toEqual([pan, true]);
    expect([pan, authorises]).toEqual([pan, result !== 'declined']);
    expect([pan, enrolled === 'Y']).toEqual([pan, result === 'challenge']);
  }
});

test('every card with a behaviour of its own is offered', () => {
  for (const [effect, pan] of Object.entries(specialCards)) {
    const { trigger, hasMethod = false, needsChallenge = false } = cardBehaviour(pan);
    expect([effect, passesLuhn(pan)]).toEqual([effect, true]);
    const known = { IDENTIFIES_BROWSER: hasMethod, NEEDS_CHALLENGE: needsChallenge }[effect];
    expect([effect, known ?? trigger]).toEqual([effect, known === undefined ? effect : true]);
  }
});
