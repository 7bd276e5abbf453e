import { describe, expect, test } from 'vitest';
import { book, call, card, eventCodes, pay, paymentRequest, startSimulator } from './fixtures.ts';

describe('payments', () => {
  test('approves the documented test card', async () => {
    const simulator = await startSimulator();
    const { status, body } = await call(simulator, '/v72/payments', paymentRequest());
    expect(status).toBe(200);
    expect(body).toMatchObject({ resultCode: 'Authorised', merchantReference: 'T-1' });
    expect(body.additionalData).toMatchObject({ cvcResult: '1 Matches', refusalReasonRaw: 'AUTHORISED' });
    expect(body.additionalData.networkTxReference).toMatch(/^\d{15}$/);
    expect(book(simulator)).toMatchObject({ authorised: 1234, captured: 0, approvals: 1 });
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['NOT_ENOUGH_BALANCE', 'Refused', '12', '51 : Insufficient funds'],
    ['ERROR', 'Error', '4', '96 : System malfunction'],
    ['FRAUD_CANCELLED', 'Cancelled', '22', undefined],
    ['DECLINED : 06 : ERROR', 'Refused', '2', '06 : ERROR'],
  ])('answers the holder name %s with %s', async (holderName, resultCode, refusalReasonCode, raw) => {
    const simulator = await startSimulator();
    const request = paymentRequest({ paymentMethod: card({ holderName }) });
    const { body } = await call(simulator, '/v72/payments', request);
    expect(body).toMatchObject({ resultCode, refusalReasonCode });
    expect(body.additionalData.refusalReasonRaw).toBe(raw);
    expect(book(simulator)).toMatchObject({ authorised: 0, approvals: 0 });
    expect(eventCodes(simulator)).toEqual(['AUTHORISATION false']);
    expect(simulator.violations()).toEqual([]);
  });

  test('takes the requested acquirer response before the holder name', async () => {
    const simulator = await startSimulator();
    const request = paymentRequest({ additionalData: { RequestedTestAcquirerResponseCode: '6' } });
    const { body } = await call(simulator, '/v72/payments', request);
    expect(body).toMatchObject({ resultCode: 'Refused', refusalReason: 'Expired Card' });
  });

  test('approves half of a partial approval', async () => {
    const simulator = await startSimulator();
    const request = paymentRequest({ paymentMethod: card({ holderName: 'PARTIALLY_APPROVED' }) });
    const { body } = await call(simulator, '/v72/payments', request);
    expect(body).toMatchObject({ resultCode: 'PartiallyAuthorised', amount: { value: 617 } });
    expect(book(simulator)).toMatchObject({ authorised: 617 });
  });

  test('ends a pending payment by an event', async () => {
    const simulator = await startSimulator({ holdModifications: true });
    const request = paymentRequest({ paymentMethod: card({ holderName: 'PENDING' }) });
    const { body } = await call(simulator, '/v72/payments', request);
    expect(body.resultCode).toBe('Received');
    expect(eventCodes(simulator)).toEqual([]);
    simulator.processModifications();
    expect(eventCodes(simulator)).toEqual(['AUTHORISATION true']);
    expect(book(simulator)).toMatchObject({ authorised: 1234 });
  });

  test('can refuse a pending payment in the end', async () => {
    const simulator = await startSimulator();
    simulator.setDecision(() => ({ resultCode: 'Pending', finalResult: 'Refused' }));
    expect((await call(simulator, '/v72/payments', paymentRequest())).body.resultCode).toBe('Pending');
    expect(eventCodes(simulator)).toEqual(['AUTHORISATION false']);
    expect(book(simulator)).toMatchObject({ approvals: 0 });
  });

  test('a technical cancel waits for the payment before it', async () => {
    const simulator = await startSimulator({ holdModifications: true });
    simulator.setDecision(() => ({ resultCode: 'Pending' }));
    await call(simulator, '/v72/payments', paymentRequest());
    await call(simulator, '/v72/cancels', { paymentReference: 'T-1' });
    simulator.processModifications();
    expect(eventCodes(simulator)).toEqual(['AUTHORISATION true', 'TECHNICAL_CANCEL true']);
  });

  test('gives Mastercard advice in the answer only', async () => {
    const simulator = await startSimulator();
    const paymentMethod = card({ number: '5555444433331111', holderName: 'BLOCK_CARD' });
    const { body } = await call(simulator, '/v72/payments', paymentRequest({ paymentMethod }));
    expect(body.additionalData.merchantAdviceCode).toBe('03 : Do not try again');
    expect(simulator.events()[0]?.item.additionalData).not.toHaveProperty('merchantAdviceCode');
    expect(simulator.violations()).toEqual([]);
  });

  test('answers with a result code that a test chooses', async () => {
    const simulator = await startSimulator();
    simulator.setDecision(() => ({ resultCode: 'Mislaid' }));
    expect((await call(simulator, '/v72/payments', paymentRequest())).body.resultCode).toBe('Mislaid');
  });

  test('leaves out additional data that the account has switched off', async () => {
    const simulator = await startSimulator({ additionalData: ['authCode'] });
    const { body } = await call(simulator, '/v72/payments', paymentRequest());
    expect(Object.keys(body.additionalData)).toEqual(['authCode']);
  });

  test('refuses an unexpected CVC where the account is strict', async () => {
    const simulator = await startSimulator({ strictTestCards: true });
    const request = paymentRequest({ paymentMethod: card({ cvc: '111' }) });
    expect((await call(simulator, '/v72/payments', request)).body.resultCode).toBe('Refused');
  });

  test.each([
    [
      'a number with a wrong check digit',
      { paymentMethod: card({ number: '4111111111111112' }) },
      422,
      '101',
    ],
    ['an unknown currency', { amount: { value: 1, currency: 'XYZ' } }, 422, '138'],
    ['an amount beyond exact integers', { amount: { value: 2 ** 54, currency: 'EUR' } }, 422, '137'],
    ['no amount', { amount: undefined }, 422, '100'],
    ['no reference', { reference: undefined }, 422, '130'],
    ['no return address', { returnUrl: undefined }, 422, '14_030'],
    ['another merchant account', { merchantAccount: 'Other' }, 403, '901'],
  ])('rejects %s', async (_title, overrides, status, errorCode) => {
    const simulator = await startSimulator();
    const reply = await call(simulator, '/v72/payments', paymentRequest(overrides));
    expect(reply.status).toBe(status);
    expect(reply.body).toMatchObject({ status, errorCode });
    expect(simulator.books()).toEqual([]);
    expect(simulator.violations()).toEqual([]);
  });

  test('rejects a wrong API key', async () => {
    const simulator = await startSimulator();
    const { status, body } = await call(simulator, '/v72/payments', paymentRequest(), { 'x-api-key': 'no' });
    expect([status, body.errorCode]).toEqual([401, '000']);
  });
});

describe('captures by time', () => {
  test('captures at once without a delay', async () => {
    const simulator = await startSimulator();
    await pay(simulator, { additionalData: undefined });
    expect(book(simulator)).toMatchObject({ authorised: 1234, captured: 1234 });
  });

  test('captures after the delay of the request', async () => {
    let now = new Date('2026-11-28T12:00:00Z');
    const simulator = await startSimulator({ now: () => now });
    await pay(simulator, { additionalData: undefined, captureDelayHours: 1 });
    expect(book(simulator)).toMatchObject({ captured: 0 });
    now = new Date('2026-11-28T13:00:00Z');
    expect(book(simulator)).toMatchObject({ captured: 1234 });
  });
});

describe('modifications', () => {
  test('captures and refunds by request', async () => {
    const simulator = await startSimulator();
    const psp = await pay(simulator);
    const amount = { value: 1234, currency: 'EUR' };
    const capture = await call(simulator, `/v72/payments/${psp}/captures`, { amount, reference: 'C-1' });
    expect(capture.status).toBe(201);
    expect(capture.body).toMatchObject({ status: 'received', paymentPspReference: psp, reference: 'C-1' });
    const part = { value: 234, currency: 'EUR' };
    await call(simulator, `/v72/payments/${psp}/refunds`, { amount: part, reference: 'R-1' });
    expect(book(simulator)).toMatchObject({ authorised: 1234, captured: 1234, refunded: 234 });
    expect(simulator.events().map(({ item }) => item)).toMatchObject([
      { eventCode: 'AUTHORISATION', merchantReference: 'T-1', pspReference: psp },
      { eventCode: 'CAPTURE', merchantReference: 'C-1', originalReference: psp, success: 'true' },
      { eventCode: 'REFUND', merchantReference: 'R-1', originalReference: psp, amount: part },
    ]);
    expect(simulator.violations()).toEqual([]);
  });

  test('releases the rest after a partial capture', async () => {
    const simulator = await startSimulator();
    const psp = await pay(simulator);
    await call(simulator, `/v72/payments/${psp}/captures`, { amount: { value: 1000, currency: 'EUR' } });
    await call(simulator, `/v72/payments/${psp}/captures`, { amount: { value: 234, currency: 'EUR' } });
    expect(book(simulator)).toMatchObject({ captured: 1000, cancelled: 234 });
    expect(eventCodes(simulator)).toEqual(['AUTHORISATION true', 'CAPTURE true', 'CAPTURE false']);
  });

  test('captures several parts where the account allows it', async () => {
    const simulator = await startSimulator({ multiplePartialCaptures: true });
    const psp = await pay(simulator);
    await call(simulator, `/v72/payments/${psp}/captures`, { amount: { value: 1000, currency: 'EUR' } });
    await call(simulator, `/v72/payments/${psp}/captures`, { amount: { value: 234, currency: 'EUR' } });
    expect(book(simulator)).toMatchObject({ captured: 1234, cancelled: 0 });
  });

  test.each([
    ['a refund before the capture', 'refunds', "Transaction hasn't been captured, refund not possible"],
    ['a capture above the authorisation', 'captures', 'Insufficient balance on payment'],
  ])('refuses %s by its event', async (_title, kind, reason) => {
    const simulator = await startSimulator();
    const psp = await pay(simulator);
    const amount = { value: 1235, currency: 'EUR' };
    expect((await call(simulator, `/v72/payments/${psp}/${kind}`, { amount })).status).toBe(201);
    expect(simulator.events().at(-1)?.item).toMatchObject({ success: 'false', reason });
    expect(book(simulator)).toMatchObject({ captured: 0, refunded: 0 });
  });

  test('cancels the whole hold', async () => {
    const simulator = await startSimulator();
    const psp = await pay(simulator);
    await call(simulator, `/v72/payments/${psp}/cancels`, { reference: 'V-1' });
    await call(simulator, `/v72/payments/${psp}/cancels`, { reference: 'V-2' });
    expect(book(simulator)).toMatchObject({ authorised: 1234, cancelled: 1234 });
    expect(eventCodes(simulator)).toEqual(['AUTHORISATION true', 'CANCELLATION true', 'CANCELLATION false']);
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['cancels an uncaptured payment', { manualCapture: 'true' }, 'cancel', { cancelled: 1234, refunded: 0 }],
    ['refunds a captured payment', undefined, 'refund', { cancelled: 0, refunded: 1234 }],
  ])('a reversal %s', async (_title, additionalData, action, sums) => {
    const simulator = await startSimulator();
    const psp = await pay(simulator, { additionalData });
    await call(simulator, `/v72/payments/${psp}/reversals`, {});
    expect(book(simulator)).toMatchObject(sums);
    expect(simulator.events().at(-1)?.item).toMatchObject({
      eventCode: 'CANCEL_OR_REFUND',
      additionalData: { 'modification.action': action },
    });
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['capture failed', { captured: 0, refunded: 0 }, ['CAPTURE true', 'CAPTURE_FAILED true', 'REFUND false']],
    ['refund failed', { captured: 1234, refunded: 0 }, ['CAPTURE true', 'REFUND true', 'REFUND_FAILED true']],
    ['refunded reversed', { refunded: 0 }, ['CAPTURE true', 'REFUND true', 'REFUNDED_REVERSED true']],
  ])('takes back money for the holder name "%s"', async (holderName, sums, codes) => {
    const simulator = await startSimulator();
    const psp = await pay(simulator, { paymentMethod: card({ holderName }) });
    const amount = { value: 1234, currency: 'EUR' };
    await call(simulator, `/v72/payments/${psp}/captures`, { amount });
    await call(simulator, `/v72/payments/${psp}/refunds`, { amount });
    expect(book(simulator)).toMatchObject(sums);
    expect(eventCodes(simulator).slice(1)).toEqual(codes);
    expect(simulator.violations()).toEqual([]);
  });

  test.each([
    ['capture failed' as const, 'C-1', { captured: 0, refunded: 234 }, 'CAPTURE_FAILED true'],
    ['refund failed' as const, 'R-1', { captured: 1234, refunded: 0 }, 'REFUND_FAILED true'],
    ['refund reversed' as const, 'R-1', { captured: 1234, refunded: 0 }, 'REFUNDED_REVERSED true'],
  ])('takes back money when a test asks for "%s"', async (correction, reference, sums, code) => {
    const simulator = await startSimulator();
    const psp = await pay(simulator);
    const amount = { value: 1234, currency: 'EUR' };
    await call(simulator, `/v72/payments/${psp}/captures`, { amount, reference: 'C-1' });
    const part = { value: 234, currency: 'EUR' };
    await call(simulator, `/v72/payments/${psp}/refunds`, { amount: part, reference: 'R-1' });
    simulator.correct(reference, correction);
    expect(book(simulator)).toMatchObject(sums);
    expect(eventCodes(simulator).at(-1)).toBe(code);
    expect(() => simulator.correct('NOPE', correction)).toThrow('NOPE');
    expect(simulator.violations()).toEqual([]);
  });

  test('ends a hold without a capture', async () => {
    const simulator = await startSimulator();
    await pay(simulator);
    simulator.expire('T-1');
    expect(book(simulator)).toMatchObject({ cancelled: 1234 });
    expect(eventCodes(simulator).at(-1)).toBe('EXPIRE true');
    expect(() => simulator.expire('T-1')).toThrow('T-1');
    expect(simulator.violations()).toEqual([]);
  });

  test('waits with the result while modifications are held', async () => {
    const simulator = await startSimulator({ holdModifications: true });
    const psp = await pay(simulator);
    await call(simulator, `/v72/payments/${psp}/cancels`, {});
    expect(book(simulator)).toMatchObject({ cancelled: 0 });
    expect(simulator.processModifications()).toBe(1);
    expect(book(simulator)).toMatchObject({ cancelled: 1234 });
  });

  test('rejects a modification of an unknown payment', async () => {
    const simulator = await startSimulator();
    const { status, body } = await call(simulator, '/v72/payments/NOPE/cancels', {});
    expect([status, body.errorCode]).toEqual([422, '167']);
  });
});

describe('technical cancel', () => {
  test('cancels by the reference of the payment', async () => {
    const simulator = await startSimulator();
    const psp = await pay(simulator);
    const { status } = await call(simulator, '/v72/cancels', { paymentReference: 'T-1', reference: 'X-1' });
    expect(status).toBe(201);
    expect(book(simulator)).toMatchObject({ cancelled: 1234 });
    expect(simulator.events().at(-1)?.item).toMatchObject({
      eventCode: 'TECHNICAL_CANCEL',
      merchantReference: 'T-1',
      originalReference: psp,
      success: 'true',
    });
    expect(simulator.violations()).toEqual([]);
  });

  test('does not cancel a captured payment', async () => {
    const simulator = await startSimulator();
    await pay(simulator, { additionalData: undefined });
    await call(simulator, '/v72/cancels', { paymentReference: 'T-1' });
    expect(book(simulator)).toMatchObject({ captured: 1234, cancelled: 0 });
    expect(eventCodes(simulator).at(-1)).toBe('TECHNICAL_CANCEL false');
  });

  test.each([
    ['fails' as const, 'TECHNICAL_CANCEL false', 1234],
    ['succeeds' as const, 'TECHNICAL_CANCEL true', 1234],
    ['blocks' as const, 'TECHNICAL_CANCEL true', 0],
  ])('that %s before the payment arrives', async (technicalCancelOfUnknown, code, authorised) => {
    const simulator = await startSimulator({ technicalCancelOfUnknown });
    simulator.setFault(({ path }) => (path === '/v72/payments' ? { kind: 'late-arrival' } : undefined));
    await expect(pay(simulator)).rejects.toThrow();
    await call(simulator, '/v72/cancels', { paymentReference: 'T-1' });
    expect(eventCodes(simulator)).toEqual([code]);
    expect(await simulator.arriveLate()).toBe(1);
    expect(book(simulator)).toMatchObject({ authorised });
    expect(simulator.violations()).toEqual([]);
  });
});
