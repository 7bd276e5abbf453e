import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type FollowUpAction,
  type FollowUpRequest,
  type OriginalTransaction,
  type RootState,
  decideFollowUp,
  preauthLifeMs,
  refundableMinor,
} from '../follow-up.ts';
import {
  type TransactionStatus,
  type TransactionType,
  transactionStatuses,
  transactionTypes,
} from '#shared/payments/transaction-kind.ts';

const receivedAt = new Date('2027-03-01T12:00:00Z');
const beforeExpiry = new Date('2027-03-01T13:00:00Z');
const allFeatures = { partialCapture: true, recurring: true, instalments: true };

function original(type: TransactionType, more: Partial<OriginalTransaction> = {}): OriginalTransaction {
  return {
    type,
    status: 'SUCCESS',
    amountMinor: 1000,
    currency: 'GBP',
    receivedAt,
    hasStoredCard: true,
    ...more,
  };
}

function root(more: Partial<RootState> = {}): RootState {
  return {
    captured: false,
    voided: false,
    capturedMinor: 0,
    refundedMinor: 0,
    pendingRefundMinor: 0,
    chargedBackMinor: 0,
    inFlight: false,
    ...more,
  };
}
const captured = (more: Partial<RootState> = {}) => root({ captured: true, capturedMinor: 1000, ...more });

const decide = (
  action: FollowUpAction,
  of: OriginalTransaction,
  state: RootState,
  request: FollowUpRequest = {},
  features = allFeatures,
  now = beforeExpiry,
) => {
  const decision = decideFollowUp(action, of, state, request, features, now);
  return decision.ok ? `${decision.value.type} ${decision.value.amountMinor}` : decision.code;
};

describe('an open PREAUTH', () => {
  const preauth = original('PREAUTH');
  test.each([
    ['capture', {}, 'CAPTURE 1000'],
    ['capture', { amountMinor: 1000 }, 'CAPTURE 1000'],
    ['capture', { amountMinor: 400 }, 'CAPTURE 400'],
    ['capture', { amountMinor: 1001 }, 'V501'],
    ['capture', { amountMinor: 0 }, 'V100'],
    ['capture', { amountMinor: 400, currency: 'EUR' }, 'V133'],
    ['cancel', {}, 'PREAUTH_VOID 1000'],
    ['cancel', { amountMinor: 5, currency: 'EUR' }, 'PREAUTH_VOID 1000'],
    ['refund', {}, 'V137'],
    ['repeat', { sequence: 'RECURRING' }, 'REPEAT 1000'],
    ['repeat', { amountMinor: 2500 }, 'REPEAT 2500'],
  ] as const)('%s %j → %s', (action, request, expected) => {
    expect(decide(action, preauth, root(), request)).toBe(expected);
  });

  test('refuses a partial capture with V502 while the feature is off', () => {
    const features = { ...allFeatures, partialCapture: false };
    expect(decide('capture', preauth, root(), { amountMinor: 400 }, features)).toBe('V502');
    expect(decide('capture', preauth, root(), { amountMinor: 1000 }, features)).toBe('CAPTURE 1000');
  });

  test('is over after seven days, even before the sweep', () => {
    const late = new Date(receivedAt.getTime() + preauthLifeMs);
    expect(decide('capture', preauth, root(), {}, allFeatures, late)).toBe('V135');
    expect(decide('cancel', preauth, root(), {}, allFeatures, late)).toBe('V135');
    const lastMoment = new Date(late.getTime() - 1);
    expect(decide('capture', preauth, root(), {}, allFeatures, lastMoment)).toBe('CAPTURE 1000');
  });
});

describe('a captured PREAUTH', () => {
  test.each([
    ['capture', {}, 'V138'],
    ['cancel', {}, 'V138'],
    ['refund', {}, 'REFUND 1000'],
    ['refund', { amountMinor: 999 }, 'REFUND 999'],
    ['refund', { amountMinor: 1001 }, 'V402'],
    ['refund', { amountMinor: 0 }, 'V100'],
    ['refund', { amountMinor: 1, currency: 'USD' }, 'V133'],
  ] as const)('%s %j → %s', (action, request, expected) => {
    expect(decide(action, original('PREAUTH'), captured(), request)).toBe(expected);
  });
});

describe('a released PREAUTH', () => {
  test.each(['capture', 'cancel', 'refund'] as const)('refuses %s with V139', (action) => {
    const voided = original('PREAUTH', { status: 'VOIDED' });
    expect(decide(action, voided, root({ voided: true }))).toBe('V139');
  });
});

describe.each(['CAPTURE', 'PAYMENT', 'REPEAT', 'PAYMENT_COMPLETE'] as const)('a %s', (type) => {
  test('is refunded, whole or in part, up to what is left', () => {
    expect(decide('refund', original(type), captured())).toBe('REFUND 1000');
    expect(decide('refund', original(type), captured({ refundedMinor: 300 }))).toBe('REFUND 700');
    expect(decide('refund', original(type), captured({ refundedMinor: 300 }), { amountMinor: 701 })).toBe(
      'V402',
    );
    expect(decide('refund', original(type), captured({ refundedMinor: 1000 }))).toBe('V402');
  });

  test('counts pending refunds without being blocked by them', () => {
    const state = captured({ pendingRefundMinor: 600 });
    expect(decide('refund', original(type), state)).toBe('REFUND 400');
    expect(decide('refund', original(type), state, { amountMinor: 401 })).toBe('V402');
  });

  test('refuses capture and cancel with V134', () => {
    expect(decide('capture', original(type), captured())).toBe('V134');
    expect(decide('cancel', original(type), captured())).toBe('V134');
  });
});

describe('repeat', () => {
  test.each([
    ['PAYMENT', 'REPEAT 1000'],
    ['PREAUTH', 'REPEAT 1000'],
    ['REPEAT', 'REPEAT 1000'],
    ['CAPTURE', 'V134'],
    ['PAYMENT_COMPLETE', 'V134'],
    ['REFUND', 'V134'],
    ['PAYOUT', 'V134'],
  ] as const)('of %s → %s', (type, expected) => {
    expect(decide('repeat', original(type), captured())).toBe(expected);
  });

  test('of a VERIFY needs an amount', () => {
    const verify = original('VERIFY', { amountMinor: 0 });
    expect(decide('repeat', verify, root())).toBe('V129');
    expect(decide('repeat', verify, root(), { amountMinor: 500 })).toBe('REPEAT 500');
  });

  test('needs the card and an allowed sequence', () => {
    expect(decide('repeat', original('PAYMENT', { hasStoredCard: false }), captured())).toBe('A109');
    expect(decide('repeat', original('PAYMENT', { cardDeleted: true }), captured())).toBe('A123');
    const noFeatures = { partialCapture: true, recurring: false, instalments: false };
    expect(decide('repeat', original('PAYMENT'), captured(), { sequence: 'RECURRING' }, noFeatures)).toBe(
      'V104',
    );
    expect(decide('repeat', original('PAYMENT'), captured(), { sequence: 'INSTALMENT' }, noFeatures)).toBe(
      'V104',
    );
  });
});

describe('a PAYOUT_INITIALIZE', () => {
  const payout = original('PAYOUT_INITIALIZE');
  test('is completed or released once', () => {
    expect(decide('capture', payout, root())).toBe('PAYOUT_COMPLETE 1000');
    expect(decide('cancel', payout, root())).toBe('PAYOUT_VOID 1000');
    expect(decide('capture', payout, captured())).toBe('V138');
    expect(decide('cancel', payout, captured())).toBe('V138');
    expect(decide('capture', payout, root({ voided: true }))).toBe('V139');
    expect(decide('refund', payout, root())).toBe('V134');
    expect(decide('repeat', payout, root())).toBe('V134');
  });
});

const ends: TransactionType[] = [
  'PAYOUT',
  'REFUND',
  'PREAUTH_VOID',
  'PAYMENT_VOID',
  'PAYOUT_VOID',
  'PAYOUT_COMPLETE',
];
const actions: FollowUpAction[] = ['capture', 'cancel', 'refund', 'repeat'];

test.each(ends.flatMap((type) => actions.map((action) => [type, action] as const)))(
  'nothing follows a %s: %s → V134',
  (type, action) => {
    expect(decide(action, original(type), captured())).toBe('V134');
  },
);

test.each([
  ['FAILED', 'V136'],
  ['CANCELLED', 'V136'],
  ['SUSPENDED', 'V135'],
  ['SUSPENDED_THREE_D_SECURE', 'V135'],
  ['SUSPENDED_PAYPAL', 'V135'],
  ['SUSPENDED_REPLAY', 'V135'],
  ['EXPIRED', 'V135'],
  ['VOIDED', 'V139'],
] as const)('a %s original refuses with %s', (status, code) => {
  expect(decide('capture', original('PREAUTH', { status }), root())).toBe(code);
  expect(decide('refund', original('PAYMENT', { status }), captured())).toBe(code);
});

test('refuses a second operation in flight with A125', () => {
  for (const action of ['refund', 'repeat'] as const) {
    expect(decide(action, original('PAYMENT'), captured({ inFlight: true }))).toBe('A125');
  }
  expect(decide('capture', original('PREAUTH'), root({ inFlight: true }))).toBe('A125');
});

test('never allows a refund above what is left, nor a capture above what is authorised', () => {
  const sum = fc.integer({ min: 0, max: 2000 });
  const state = fc.record({
    captured: fc.boolean(),
    voided: fc.boolean(),
    capturedMinor: sum,
    refundedMinor: sum,
    pendingRefundMinor: sum,
    chargedBackMinor: sum,
    inFlight: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...actions),
      fc.constantFrom(...transactionTypes),
      fc.constantFrom<TransactionStatus>(...transactionStatuses),
      state,
      fc.option(fc.integer({ min: 1, max: 3000 }), { nil: undefined }),
      (action, type, status, rootState, amountMinor) => {
        const decision = decideFollowUp(
          action,
          original(type, { status }),
          rootState,
          { amountMinor },
          allFeatures,
          beforeExpiry,
        );
        if (!decision.ok) return;
        expect(status).toBe('SUCCESS');
        expect(rootState.inFlight).toBe(false);
        expect(decision.value.amountMinor).toBeGreaterThan(0);
        if (action === 'refund')
          expect(decision.value.amountMinor).toBeLessThanOrEqual(refundableMinor(rootState));
        if (action === 'capture') expect(decision.value.amountMinor).toBeLessThanOrEqual(1000);
        if (action === 'capture' || action === 'cancel')
          expect(rootState.captured || rootState.voided).toBe(false);
      },
    ),
    { numRuns: 3000 },
  );
});
