import { describe, expect, test } from 'vitest';
import type { AdyenSimulator } from '../start-adyen-simulator.ts';
import { book, call, card, eventCodes, pay, startSimulator } from './fixtures.ts';

function dispute(
  simulator: AdyenSimulator,
  operation: string,
  disputePspReference: string,
  more: object = {},
) {
  return call(simulator, `/ca/services/DisputeService/v30/${operation}`, {
    merchantAccount: undefined,
    merchantAccountCode: simulator.merchantAccount,
    disputePspReference,
    ...more,
  });
}

async function startWithCapture(): Promise<AdyenSimulator> {
  const simulator = await startSimulator();
  await pay(simulator, { additionalData: undefined });
  return simulator;
}

const document = {
  defenseDocumentTypeCode: 'DefenseMaterial',
  contentType: 'application/pdf',
  content: Buffer.from('%PDF').toString('base64'),
};

test('moves money with the chargeback only', async () => {
  const simulator = await startWithCapture();
  const psp = simulator.openDispute({ reference: 'T-1', eventCode: 'NOTIFICATION_OF_CHARGEBACK' });
  expect(book(simulator)).toMatchObject({ chargedBack: 0 });
  simulator.moveDispute(psp, 'CHARGEBACK');
  expect(book(simulator)).toMatchObject({ chargedBack: 1234 });
  simulator.moveDispute(psp, 'CHARGEBACK_REVERSED');
  expect(book(simulator)).toMatchObject({ chargedBack: 0 });
  simulator.moveDispute(psp, 'SECOND_CHARGEBACK');
  expect(book(simulator)).toMatchObject({ chargedBack: 1234 });
  expect(simulator.violations()).toEqual([]);
});

test('refunds no disputed money', async () => {
  const simulator = await startSimulator();
  const psp = await pay(simulator, { additionalData: undefined });
  simulator.openDispute({ reference: 'T-1', eventCode: 'CHARGEBACK', value: 1000 });
  await call(simulator, `/v72/payments/${psp}/refunds`, { amount: { value: 235, currency: 'EUR' } });
  expect(eventCodes(simulator).at(-1)).toBe('REFUND false');
});

test('defends with the required document', async () => {
  const simulator = await startWithCapture();
  const psp = simulator.openDispute({ reference: 'T-1', eventCode: 'CHARGEBACK' });
  const defense = { defenseReasonCode: 'SupplyDefenseMaterial' };
  const early = await dispute(simulator, 'defendDispute', psp, defense);
  expect(early.body.disputeServiceResult.success).toBe(false);
  await dispute(simulator, 'supplyDefenseDocument', psp, { defenseDocuments: [document] });
  const { body } = await dispute(simulator, 'retrieveApplicableDefenseReasons', psp);
  expect(body.defenseReasons).toContainEqual(
    expect.objectContaining({ defenseReasonCode: 'SupplyDefenseMaterial', satisfied: true }),
  );
  expect((await dispute(simulator, 'defendDispute', psp, defense)).body.disputeServiceResult.success).toBe(
    true,
  );
  expect(eventCodes(simulator).at(-1)).toBe('INFORMATION_SUPPLIED true');
  expect((await dispute(simulator, 'acceptDispute', psp)).body.disputeServiceResult.success).toBe(false);
  expect(simulator.violations()).toEqual([]);
});

test.each([
  ['a text file', { ...document, contentType: 'text/plain' }],
  ['an empty file', { ...document, content: '' }],
])('refuses %s as a document', async (_title, wrong) => {
  const simulator = await startWithCapture();
  const psp = simulator.openDispute({ reference: 'T-1', eventCode: 'CHARGEBACK' });
  const { body } = await dispute(simulator, 'supplyDefenseDocument', psp, { defenseDocuments: [wrong] });
  expect(body.disputeServiceResult.success).toBe(false);
});

test('does not defend after the deadline', async () => {
  let now = new Date('2026-11-01T00:00:00Z');
  const simulator = await startSimulator({ now: () => now });
  await pay(simulator, { additionalData: undefined });
  const psp = simulator.openDispute({ reference: 'T-1', eventCode: 'CHARGEBACK', days: 7 });
  await dispute(simulator, 'supplyDefenseDocument', psp, { defenseDocuments: [document] });
  now = new Date('2026-11-09T00:00:00Z');
  const { body } = await dispute(simulator, 'defendDispute', psp, {
    defenseReasonCode: 'SupplyDefenseMaterial',
  });
  expect(body.disputeServiceResult).toMatchObject({
    success: false,
    errorMessage: 'The defense period has ended',
  });
});

test('deletes a document', async () => {
  const simulator = await startWithCapture();
  const psp = simulator.openDispute({ reference: 'T-1', eventCode: 'CHARGEBACK' });
  await dispute(simulator, 'supplyDefenseDocument', psp, { defenseDocuments: [document] });
  const type = { defenseDocumentType: 'DefenseMaterial' };
  const first = await dispute(simulator, 'deleteDisputeDefenseDocument', psp, type);
  const second = await dispute(simulator, 'deleteDisputeDefenseDocument', psp, type);
  expect([first, second].map(({ body }) => body.disputeServiceResult.success)).toEqual([true, false]);
});

test('every dispute event satisfies the documents', async () => {
  const simulator = await startWithCapture();
  const psp = simulator.openDispute({ reference: 'T-1', eventCode: 'REQUEST_FOR_INFORMATION' });
  for (const code of [
    'NOTIFICATION_OF_CHARGEBACK',
    'CHARGEBACK',
    'INFORMATION_SUPPLIED',
    'CHARGEBACK_REVERSED',
    'PREARBITRATION_OPEN',
    'PREARBITRATION_LOST',
    'PREARBITRATION_WON',
    'SECOND_CHARGEBACK',
    'DISPUTE_DEFENSE_PERIOD_ENDED',
    'ISSUER_RESPONSE_TIMEFRAME_EXPIRED',
  ]) {
    simulator.moveDispute(psp, code);
  }
  simulator.warnOfFraud('T-1');
  expect(simulator.violations()).toEqual([]);
});

describe('payouts', () => {
  const payout = {
    amount: { value: 2500, currency: 'USD' },
    reference: 'P-1',
    shopperName: { firstName: 'Ada', lastName: 'Harbour' },
  };
  const { type: _type, ...payoutCard } = card();
  const path = '/pal/servlet/Payout/v68/payout';

  test('pays a card', async () => {
    const simulator = await startSimulator();
    const { body } = await call(simulator, path, { ...payout, card: payoutCard });
    expect(body.resultCode).toBe('Authorised');
    expect(book(simulator)).toMatchObject({ paidOut: 2500, authorised: 0 });
    expect(simulator.violations()).toEqual([]);
  });

  test('refuses a card by its holder name', async () => {
    const simulator = await startSimulator();
    const refused = { ...payoutCard, holderName: 'RESTRICTED_CARD' };
    const { body } = await call(simulator, path, { ...payout, card: refused });
    expect(body.resultCode).toBe('Refused');
    expect(book(simulator)).toMatchObject({ paidOut: 0 });
  });

  test('pays once for a key', async () => {
    const simulator = await startSimulator();
    const headers = { 'idempotency-key': 'P-1' };
    await call(simulator, path, { ...payout, card: payoutCard }, headers);
    await call(simulator, path, { ...payout, card: payoutCard }, headers);
    expect(book(simulator)).toMatchObject({ paidOut: 2500 });
  });
});
