import { describe, expect, test } from 'vitest';
import { book, call, pay, paymentRequest, startSimulator } from './fixtures.ts';

describe('idempotency', () => {
  test('repeats the first answer', async () => {
    const simulator = await startSimulator();
    const headers = { 'idempotency-key': 'T-1' };
    const first = await call(simulator, '/v72/payments', paymentRequest(), headers);
    const second = await call(simulator, '/v72/payments', paymentRequest(), headers);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('idempotency-key')).toBe('T-1');
    expect(book(simulator)).toMatchObject({ approvals: 1, authorised: 1234 });
  });

  test('charges twice without a key', async () => {
    const simulator = await startSimulator();
    await pay(simulator);
    await pay(simulator);
    expect(book(simulator)).toMatchObject({ approvals: 2, authorised: 2468 });
  });

  test('rejects a key whose first request is in progress', async () => {
    const simulator = await startSimulator();
    const { promise, resolve } = Promise.withResolvers<void>();
    simulator.setFault(({ number }) => (number === 1 ? { kind: 'slow', until: promise } : undefined));
    const headers = { 'idempotency-key': 'T-1' };
    const first = call(simulator, '/v72/payments', paymentRequest(), headers);
    await expect.poll(() => simulator.requests().length).toBe(1);
    const second = await call(simulator, '/v72/payments', paymentRequest(), headers);
    expect([second.status, second.body.errorCode]).toEqual([422, '704']);
    resolve();
    expect((await first).body.resultCode).toBe('Authorised');
    expect(book(simulator)).toMatchObject({ approvals: 1 });
    expect(simulator.violations()).toEqual([]);
  });

  test('keeps a rejection of the content', async () => {
    const simulator = await startSimulator();
    const headers = { 'idempotency-key': 'T-1' };
    const invalid = paymentRequest({ reference: undefined });
    await call(simulator, '/v72/payments', invalid, headers);
    expect((await call(simulator, '/v72/payments', invalid, headers)).status).toBe(422);
  });

  test('reports a key that comes with another request', async () => {
    const simulator = await startSimulator();
    const headers = { 'idempotency-key': 'T-1' };
    const first = await call(simulator, '/v72/payments', paymentRequest(), headers);
    const other = paymentRequest({ amount: { value: 1, currency: 'EUR' } });
    expect((await call(simulator, '/v72/payments', other, headers)).body).toEqual(first.body);
    expect(simulator.reusedKeys()).toEqual(['T-1']);
  });

  test('acts again once the key has expired', async () => {
    const simulator = await startSimulator();
    const headers = { 'idempotency-key': 'T-1' };
    await call(simulator, '/v72/payments', paymentRequest(), headers);
    simulator.forgetIdempotencyKeys();
    await call(simulator, '/v72/payments', paymentRequest(), headers);
    expect(book(simulator)).toMatchObject({ approvals: 2 });
  });
});

describe('faults', () => {
  test('a lost request does nothing', async () => {
    const simulator = await startSimulator();
    simulator.setFault(() => ({ kind: 'lost-request' }));
    await expect(pay(simulator)).rejects.toThrow();
    expect(simulator.books()).toEqual([]);
  });

  test('a lost answer has been processed, and its key returns it', async () => {
    const simulator = await startSimulator();
    simulator.setFault(({ number }) => (number === 1 ? { kind: 'lost-answer' } : undefined));
    const headers = { 'idempotency-key': 'T-1' };
    await expect(call(simulator, '/v72/payments', paymentRequest(), headers)).rejects.toThrow();
    expect(book(simulator)).toMatchObject({ approvals: 1 });
    const again = await call(simulator, '/v72/payments', paymentRequest(), headers);
    expect(again.body.resultCode).toBe('Authorised');
    expect(book(simulator)).toMatchObject({ approvals: 1 });
  });

  test('a late request arrives after a repeat with its key', async () => {
    const simulator = await startSimulator();
    simulator.setFault(({ number }) => (number === 1 ? { kind: 'late-arrival' } : undefined));
    const headers = { 'idempotency-key': 'T-1' };
    await expect(call(simulator, '/v72/payments', paymentRequest(), headers)).rejects.toThrow();
    await call(simulator, '/v72/payments', paymentRequest(), headers);
    expect(await simulator.arriveLate()).toBe(1);
    expect(book(simulator)).toMatchObject({ approvals: 1 });
  });

  test.each([
    ['rate-limited', 429, 0],
    ['rate-limited;processed', 429, 1],
    ['server-error', 500, 0],
    ['server-error;processed', 500, 1],
    ['html', 502, 0],
    ['cut-json', 200, 1],
    ['slow;ms=1', 200, 1],
  ])('%s by header', async (fault, status, approvals) => {
    const simulator = await startSimulator();
    const response = await fetch(`${simulator.url}/v72/payments`, {
      method: 'POST',
      headers: { 'x-api-key': simulator.apiKey, 'simulator-fault': fault },
      body: JSON.stringify({ ...paymentRequest(), merchantAccount: simulator.merchantAccount }),
    });
    expect(response.status).toBe(status);
    if (fault === 'cut-json') await expect(response.json()).rejects.toThrow();
    expect(simulator.books()[0]?.approvals ?? 0).toBe(approvals);
  });

  test('silence ends with the patience of the caller', async () => {
    const simulator = await startSimulator();
    simulator.setFault(() => ({ kind: 'silence', processed: true }));
    const controller = new AbortController();
    const request = fetch(`${simulator.url}/v72/payments`, {
      method: 'POST',
      headers: { 'x-api-key': simulator.apiKey },
      body: JSON.stringify({ ...paymentRequest(), merchantAccount: simulator.merchantAccount }),
      signal: controller.signal,
    });
    await expect.poll(() => simulator.books().length).toBe(1);
    controller.abort();
    await expect(request).rejects.toThrow();
  });

  test('names a fault that does not exist', async () => {
    const simulator = await startSimulator();
    const response = await fetch(simulator.url, { headers: { 'simulator-fault': 'gremlins' } });
    expect(await response.text()).toContain('Unknown fault: gremlins');
  });

  test('keeps no card number', async () => {
    const simulator = await startSimulator();
    await pay(simulator);
    const kept = simulator.requests()[0]?.body ?? '';
    expect(kept).toContain('411111******1111');
    expect(kept).not.toMatch(/4111111111111111|737/);
  });
});
