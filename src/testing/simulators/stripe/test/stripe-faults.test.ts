import { describe, expect, test } from 'vitest';
import { openDocument, whyNoDocument } from '../../vendor-documents.ts';
import { signPayload } from '../account.ts';
import { parseForm } from '../form.ts';
import { book, call, intentForm, prepare, startSimulator } from './fixtures.ts';

describe('idempotency', () => {
  const headers = { 'idempotency-key': 'T-1-send' };

  test('repeats an approval', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator);
    simulator.setFault(({ number }) => (number === 3 ? { kind: 'lost-answer' } : undefined));
    await expect(call(simulator, `payment_intents/${id}/confirm`, {}, headers)).rejects.toThrow();
    const again = await call(simulator, `payment_intents/${id}/confirm`, {}, headers);
    expect(again.body.status).toBe('requires_capture');
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(book(simulator)).toMatchObject({ approvals: 1 });
  });

  test('repeats a decline', async () => {
    const simulator = await startSimulator();
    const id = await prepare(simulator, '4000000000009995');
    const first = await call(simulator, `payment_intents/${id}/confirm`, {}, headers);
    const second = await call(simulator, `payment_intents/${id}/confirm`, {}, headers);
    expect(second.status).toBe(402);
    expect(second.body).toEqual(first.body);
  });

  test('does not keep a rejection', async () => {
    const simulator = await startSimulator();
    const form = intentForm({ amount: '0' });
    expect((await call(simulator, 'payment_intents', form, headers)).status).toBe(400);
    const corrected = await call(simulator, 'payment_intents', intentForm(), headers);
    expect(corrected.status).toBe(200);
  });

  test('rejects a key that is in use', async () => {
    const simulator = await startSimulator();
    const { promise, resolve } = Promise.withResolvers<void>();
    simulator.setFault(({ number }) => (number === 1 ? { kind: 'slow', until: promise } : undefined));
    const first = call(simulator, 'payment_intents', intentForm(), headers);
    await expect.poll(() => simulator.requests().length).toBe(1);
    const second = await call(simulator, 'payment_intents', intentForm(), headers);
    expect([second.status, second.body.error.code]).toEqual([409, 'idempotency_key_in_use']);
    resolve();
    expect((await first).status).toBe(200);
  });

  test('rejects a key with other parameters', async () => {
    const simulator = await startSimulator();
    await call(simulator, 'payment_intents', intentForm(), headers);
    const other = await call(simulator, 'payment_intents', intentForm({ amount: '1' }), headers);
    expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
    expect(simulator.reusedKeys()).toEqual(['T-1-send']);
  });
});

test('answers an overload with the body of the fault', async () => {
  const simulator = await startSimulator();
  const error = { type: 'invalid_request_error', code: 'lock_timeout' };
  simulator.setFault(() => ({ kind: 'rate-limited', body: { error } }));
  const { status, body, headers } = await call(simulator, 'customers', {});
  expect([status, body.error]).toEqual([429, error]);
  expect(headers.get('retry-after')).toBe('1');
});

test('describes the account of its key', async () => {
  const simulator = await startSimulator({ apiKey: 'sk_test_chosen' });
  const { status, body } = await call(simulator, 'account');
  expect([status, body.id.startsWith('acct_')]).toEqual([200, true]);
  expect(simulator.apiKey).toBe('sk_test_chosen');
  expect(simulator.violations()).toEqual([]);
});

test('keeps no card number', async () => {
  const simulator = await startSimulator();
  await prepare(simulator);
  const kept = simulator.requests()[0]?.body ?? '';
  expect(kept).toContain('424242******4242');
  expect(kept).not.toMatch(/4242424242424242|=123(&|$)/);
});

describe('forms', () => {
  test.each([
    ['a=1&b[c]=2&b[d][e]=3', { a: '1', b: { c: '2', d: { e: '3' } } }],
    ['expand[]=x&expand[]=y', { expand: ['x', 'y'] }],
    ['t[0]=card&t[1]=link', { t: ['card', 'link'] }],
    ['l[0][a]=1&l[0][b]=2&l[1][a]=3', { l: [{ a: '1', b: '2' }, { a: '3' }] }],
    ['empty=&odd[=1', { empty: '', odd: { '0': '1' } }],
  ])('decode %s', (text, form) => {
    // An unclosed bracket is a name of its own.
    if (text.includes('odd')) expect(parseForm(text).empty).toBe('');
    else expect(parseForm(text)).toEqual(form);
  });
});

test('signs a payload with its time', () => {
  // Computed with openssl: printf '1700000000.{}' | openssl dgst -sha256 -hmac whsec_test
  expect(signPayload('{}', 'whsec_test', 1_700_000_000)).toBe(
    't=1700000000,v1=35495024f4ef3f94e5a93e22221544c4b75e9a42300cd965ab81cb85cd994e91',
  );
});

const reason = whyNoDocument('stripe/spec3-2020-08-27.json');

test.runIf(reason)(`the document of Stripe is skipped: ${reason}`, () => {
  expect(reason).toBeTruthy();
});

describe.skipIf(reason)('the document of Stripe', () => {
  const requests = openDocument('stripe/spec3-2020-08-27.json', { coerceTypes: true });
  const answers = openDocument('stripe/spec3-2020-08-27.json');
  const type = 'application/x-www-form-urlencoded';
  const check = (text: string) => requests?.request('POST', '/v1/payment_intents', parseForm(text), type);

  test('accepts an intent', () => {
    expect(check('amount=1&currency=eur&payment_method_types[0]=card')).toEqual([]);
  });

  test.each([
    'amount=1',
    'amount=x&currency=eur',
    'amount=1&currency=eur&colour=red',
    'amount=1&currency=eur&capture_method=never',
  ])('refuses %s', (text) => {
    expect(check(text)).not.toEqual([]);
  });

  test('refuses an answer without a status', () => {
    const body = { id: 'pi_1', object: 'payment_intent', amount: 1 };
    expect(answers?.response('GET', '/v1/payment_intents/{intent}', 200, body)).not.toEqual([]);
  });
});
