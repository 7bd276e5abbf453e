import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import type { ProcessorOperation } from '../adapter.ts';
import { prepareSandbox } from '../sandbox/prepare-sandbox.ts';
import { sandboxProcessor } from '../sandbox/sandbox-processor.ts';
import { passesLuhn } from '#shared/card-number.ts';
import { freshDatabase } from '#testing/start-app.ts';

let sql: Database;
beforeAll(async () => {
  sql = openDatabase(await freshDatabase(), { as: 'owner', max: 4 });
  // Several programs start at once.
  await Promise.all([prepareSandbox(sql), prepareSandbox(sql), prepareSandbox(sql)]);
});
afterAll(() => sql.end());

const now = new Date('2026-11-20T10:00:00Z');
let references = 0;
const sale = (more: Partial<ProcessorOperation> = {}, pan = '9900000000000010'): ProcessorOperation => {
  references += 1;
  const source = { card: { pan, expiry: '1230' } };
  const money = { amountMinor: 2500, currency: 'GBP' };
  const common = { initiator: 'CUSTOMER', channel: 'ECOM', account: {} } as const;
  return { reference: `r${references}`, kind: 'SALE', ...money, source, ...common, ...more };
};
const asSent = (operation: ProcessorOperation) => ({ ...operation, sentAt: now });
const owner = { reference: 'customer-1', account: {} };
const sandbox = (more = {}) => sandboxProcessor({ sql, now: () => now, ...more });

describe('the sandbox processor', () => {
  test.each([
    ['9900000000005159', 'APPROVED'],
    ['9903000000010255', 'APPROVED'],
    ['9900000000005282', 'DECLINED'],
    ['9905000000000163', 'DECLINED'],
    ['9902000000010405', 'DECLINED'],
    ['4917610000000000', 'DECLINED'],
    ['4444333322221111', 'APPROVED'],
    ['4543059790016721', 'APPROVED'],
  ])('decides for the card %s: %s', async (pan, result) => {
    expect(await sandbox().send(sale({}, pan))).toMatchObject({ kind: 'response', response: { result } });
  });

  test.each([
    [2551, 'GBP', 'DECLINED'],
    [2591, 'GBP', 'UNREACHABLE'],
    [251, 'JPY', 'APPROVED'],
  ])('decides for the amount %d %s: %s', async (amountMinor, currency, result) => {
    const sent = await sandbox().send(sale({ amountMinor, currency }));
    expect(sent).toMatchObject({ kind: 'response', response: { result } });
  });

  test.each([
    [2582, '82', '26'],
    [2579, '79', '03'],
  ])('declines the amount %d with %s and the advice code %s', async (amountMinor, statusCode, adviceCode) => {
    const sent = await sandbox().send(sale({ amountMinor }));
    expect(sent).toMatchObject({ response: { result: 'DECLINED', statusCode, adviceCode } });
  });

  test('gives a refund a reference with a check digit, and a day five business days on', async () => {
    const { source: _card, ...refund } = sale({ kind: 'REFUND' });
    const sent = await sandbox().send(refund);
    if (sent.kind !== 'response') throw new Error('no response');
    const { arn = '', refundExpectedDate } = sent.response;
    expect(arn).toMatch(/^74123456324\d{12}$/);
    expect(passesLuhn(arn)).toBe(true);
    expect(refundExpectedDate).toBe('2026-11-27');
    expect(await sandbox().send(sale())).not.toHaveProperty('response.arn');
  });

  test('executes a repeated operation once', async () => {
    const operation = sale();
    const responses = await Promise.all(Array.from({ length: 10 }, () => sandbox().send(operation)));
    for (const response of responses) expect(response).toEqual(responses[0]);
    const rows = await sql`select 1 from sandbox.operation where reference = ${operation.reference}`;
    expect(rows).toHaveLength(1);
  });

  test('recognises a card by its credential alone', async () => {
    for (const [pan, result] of [
      ['9900000000000010', 'APPROVED'],
      ['9900000000000168', 'DECLINED'],
    ] as const) {
      const token = await sandbox().tokenize?.({ pan, expiry: '1230', cv2: '123' }, owner);
      if (token?.kind !== 'kept') throw new Error('not kept');
      const repeated = await sandbox().send(sale({ source: { credential: token.credential } }));
      expect(repeated).toMatchObject({ response: { result, credential: token.credential } });
    }
    const unknown = await sandbox().send(sale({ source: { credential: 'CR_none' } }));
    expect(unknown).toMatchObject({ response: { result: 'DECLINED' } });
  });

  test('declines a card after the end of its month', async () => {
    const expiring = (expiry: string) => sale({ source: { card: { pan: '9900000000000010', expiry } } });
    expect(await sandbox().send(expiring('1126'))).toMatchObject({ response: { result: 'APPROVED' } });
    expect(await sandbox().send(expiring('1026'))).toMatchObject({ response: { statusCode: '54' } });
  });

  test('keeps a refund of .77 pending until its time', async () => {
    let clock = now;
    const processor = sandbox({ now: () => clock, pendingMs: 1000 });
    const refund = sale({ kind: 'REFUND', amountMinor: 577, source: undefined });
    expect(await processor.send(refund)).toEqual({ kind: 'pending' });
    expect(await processor.lookup(asSent(refund))).toEqual({ kind: 'pending' });
    clock = new Date(now.getTime() + 1000);
    expect(await processor.lookup(asSent(refund))).toMatchObject({
      kind: 'response',
      response: { result: 'APPROVED' },
    });
  });

  test('rejects an operation that was invalidated before it arrived', async () => {
    const operation = sale();
    expect(await sandbox().lookup(asSent(operation))).toEqual({ kind: 'unknown' });
    expect(await sandbox().invalidate(asSent(operation))).toEqual({ kind: 'forbidden' });
    expect(await sandbox().send(operation)).toMatchObject({ response: { result: 'FORBIDDEN' } });
    const done = sale();
    await sandbox().send(done);
    expect(await sandbox().invalidate(asSent(done))).toMatchObject({
      kind: 'response',
      response: { result: 'APPROVED' },
    });
  });

  test('lets either the operation or its invalidation win a race', async () => {
    for (let i = 0; i < 20; i += 1) {
      const operation = sale();
      const [sent, forbidden] = await Promise.all([
        sandbox().send(operation),
        sandbox().invalidate(asSent(operation)),
      ]);
      const happened = sent.kind === 'response' && sent.response.result === 'APPROVED';
      expect(forbidden.kind).toBe(happened ? 'response' : 'forbidden');
    }
  });

  test('times out while the operation continues', async () => {
    const operation = sale();
    const slow = sandbox({ latencyMs: 100, timeoutMs: 20 });
    expect(await slow.send(operation)).toEqual({ kind: 'no-response', why: 'timeout' });
    await expect.poll(() => sandbox().lookup(asSent(operation))).toMatchObject({ kind: 'response' });
  });
});
