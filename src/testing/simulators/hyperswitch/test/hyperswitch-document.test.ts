import { beforeEach, describe, expect, test } from 'vitest';
import { paymentIdOf, refundIdOf } from '#integrations/processors/hyperswitch/hyperswitch-ids.ts';
import { openDocument, whyNoDocument } from '../../vendor-documents.ts';
import { HyperswitchDocument } from '../check-document.ts';
import type { Payment } from '../objects.ts';
import { pay, paymentBody, startSimulator } from './fixtures.ts';

const file = 'hyperswitch/openapi-v1.json';

describe('the vendor’s document', () => {
  beforeEach(({ skip }) => {
    const why = whyNoDocument(file);
    if (why) skip(why);
  });

  const violations = (body: object) => openDocument(file)?.request('POST', '/payments', body);

  test('accepts a payment of the fixtures', () => {
    expect(violations(paymentBody())).toEqual([]);
  });

  test.each([
    ['a missing amount', { amount: undefined }],
    ['an amount as a text', { amount: '1234' }],
    ['a short payment_id', { payment_id: 'pay_1' }],
    ['an unknown way to capture', { capture_method: 'later' }],
    ['a card without a code', { payment_method_data: { card: { card_number: '4242424242424242' } } }],
    ['a proof without its parts', { three_ds_data: { eci: '05' } }],
    ['an unknown category of a repeat', { mit_category: 'sometimes' }],
    ['a stored card of an unknown kind', { recurring_details: { type: 'card', data: 'x' } }],
  ])('forbids %s', (_what, overrides) => {
    expect(violations(paymentBody(overrides))).not.toEqual([]);
  });

  test('accepts ids that are made from a reference', () => {
    const document = openDocument(file);
    const payment_id = paymentIdOf('5300001');
    expect(violations(paymentBody({ payment_id }))).toEqual([]);
    const refund = { payment_id, refund_id: refundIdOf('5300002'), amount: 100 };
    expect(document?.request('POST', '/refunds', refund)).toEqual([]);
  });

  test('is compared with answers and events too', async () => {
    const simulator = await startSimulator();
    const { body } = await pay(simulator);
    expect(simulator.violations()).toEqual([]);
    const document = new HyperswitchDocument();
    document.event({
      merchant_id: 'm',
      event_id: 'e',
      event_type: 'payment_forgotten',
      content: { type: 'payment_details', object: { ...body, status: 'lost' } as unknown as Payment },
      timestamp: '',
    });
    expect(document.violations.join('\n')).toMatch(/payment_forgotten: \/ must be .*\n.*\/status must be/);
  });
});
