import { describe, expect, test } from 'vitest';
import type { TransactionDetails } from '../schemas.ts';
import { detailsSearch } from '../details-search.ts';
import {
  type ModeEvent,
  type SecondaryMode,
  destinationAfter,
  followUpModes,
  nextMode,
} from '../follow-up-mode.ts';
import { followUpLimit } from '../web/follow-up/use-follow-up.ts';

const free = { linkedScheduleId: null, nextScheduledRepeat: null };
const linked = { linkedScheduleId: 'a'.repeat(32), nextScheduledRepeat: '2027-03-01' };
const over = { ...linked, nextScheduledRepeat: null };
const all: SecondaryMode[] = [...followUpModes, 'UNSET', 'SCHEDULE_WARNING', 'SCHEDULE_SKIP', 'ADD_SCHEDULE'];
const open = (mode: (ModeEvent & { kind: 'open' })['mode']): ModeEvent => ({ kind: 'open', mode });
const [proceed, skip, cancel]: ModeEvent[] = [{ kind: 'proceed' }, { kind: 'skip' }, { kind: 'cancel' }];

describe('the mode of follow-ups', () => {
  test.each([...followUpModes, 'ADD_SCHEDULE'] as const)('opens %s when nothing is open', (mode) => {
    expect(nextMode('UNSET', open(mode), free)).toBe(mode);
    expect(nextMode('UNSET', open(mode), over)).toBe(mode);
    for (const current of all.filter((mode) => mode !== 'UNSET'))
      expect(nextMode(current, open(mode), free)).toBe(current);
  });

  test('warns before a repeat that a schedule would make anyway', () => {
    expect(nextMode('UNSET', open('REPEAT'), linked)).toBe('SCHEDULE_WARNING');
    for (const mode of followUpModes.filter((followUpMode) => followUpMode !== 'REPEAT')) {
      expect(nextMode('UNSET', open(mode), linked)).toBe(mode);
    }
  });

  test('needs no schedule permission for the warning', () => {
    const transaction = {
      type: 'PAYMENT',
      requestedAmount: '25.00',
      currencyCode: 'GBP',
      merchantToken: null,
      scheduleData: null,
      ...linked,
      refundInformation: { permitted: false, availableToProcess: false, amount: '0.00' },
      captureInformation: { permitted: false, availableToProcess: false, partialOperationAllowed: false },
      repeatInformation: { permitted: true, availableToProcess: true, allowedTypes: [], sequenceType: null },
      addScheduleInformation: { permitted: true, availableToProcess: false },
    } as unknown as TransactionDetails;
    expect(nextMode('UNSET', open('REPEAT'), transaction)).toBe('SCHEDULE_WARNING');
    expect(followUpLimit(transaction, 'REPEAT', true)).toMatchObject({ skips: linked.linkedScheduleId });
    expect(followUpLimit(transaction, 'REPEAT').skips).toBeUndefined();
    const commerceType = (mode: 'PAYMENT' | 'REPEAT' | 'PAYOUT') =>
      followUpLimit(transaction, mode).commerceType;
    expect([commerceType('PAYMENT'), commerceType('REPEAT')]).toEqual(['MOTO', 'CA']);
    expect(commerceType('PAYOUT')).toBe(transaction.commerceType);
  });

  test('leads from the warning to a payment or a repeat', () => {
    expect(nextMode('SCHEDULE_WARNING', proceed as ModeEvent, linked)).toBe('PAYMENT');
    expect(nextMode('SCHEDULE_WARNING', skip as ModeEvent, linked)).toBe('SCHEDULE_SKIP');
    for (const current of all.filter((mode) => mode !== 'SCHEDULE_WARNING')) {
      expect(nextMode(current, proceed as ModeEvent, linked)).toBe(current);
      expect(nextMode(current, skip as ModeEvent, linked)).toBe(current);
    }
  });

  test.each(all)('cancelling %s returns to UNSET', (mode) => {
    expect(nextMode(mode, cancel as ModeEvent, linked)).toBe('UNSET');
  });

  test('leads back to the page, or to the schedule on request', () => {
    expect(destinationAfter('REFUND', {})).toEqual({ screen: 'transactionDetails', from: 'REFUND' });
    const go = { option: 'go_to_schedule' as const };
    expect(destinationAfter('ADD_SCHEDULE', { ...go, scheduleId: 'x' })).toEqual({
      screen: 'scheduleDetails',
      id: 'x',
    });
    expect(destinationAfter('ADD_SCHEDULE', { scheduleId: 'x' })).toMatchObject({
      screen: 'transactionDetails',
    });
    expect(destinationAfter('ADD_SCHEDULE', go)).toMatchObject({ screen: 'transactionDetails' });
  });
});

test.each([
  ['REPEAT', { fromSecondaryAction: 'REPEAT' }],
  ['PAYOUT', { fromSecondaryAction: 'PAYOUT' }],
  ['ADD_SCHEDULE', { fromSecondaryAction: 'ADD_SCHEDULE' }],
  ['UNSET', {}],
  ['<script>', {}],
  [undefined, {}],
  [{}, {}],
])('reads %j from the address as %j', (fromSecondaryAction, expected) => {
  expect(detailsSearch({ fromSecondaryAction, more: 1 })).toEqual(expected);
});
