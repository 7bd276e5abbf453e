import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import type { SimulatedRequest } from '../../http-messages.ts';
import { startLoopbackServer } from '../../loopback-server.ts';
import { call, eventTypes, idOf, pay, startSimulator } from './fixtures.ts';

test('events are signed, and sent until they are accepted', async () => {
  const simulator = await startSimulator();
  const received: SimulatedRequest[] = [];
  const receiver = await startLoopbackServer(0, async (request) => {
    received.push(request);
    return { status: received.length === 1 ? 500 : 200 };
  });
  simulator.setWebhook(receiver.url);
  await pay(simulator);
  const { accepted } = await simulator.deliverEvents({ twice: true });
  await receiver.close();
  expect([accepted, received.length]).toEqual([1, 3]);
  expect(new Set(received.map(({ body }) => body)).size).toBe(1);
  const [first] = received;
  const expected = createHmac('sha512', simulator.webhookKey)
    .update(first?.body ?? '')
    .digest('hex');
  expect(first?.headers['x-webhook-signature-512']).toBe(expected);
});

test('what is processing ends later', async () => {
  const simulator = await startSimulator();
  simulator.setDecision(() => ({ outcome: 'processing' }));
  expect((await pay(simulator)).body.status).toBe('processing');
  expect(simulator.books()).toEqual([]);
  expect(simulator.finishProcessing()).toBe(1);
  expect(eventTypes(simulator)).toEqual(['payment_processing', 'payment_succeeded']);
});

test('a dispute is reported at each change', async () => {
  const simulator = await startSimulator();
  await pay(simulator);
  const id = simulator.openDispute({ payment: idOf(1) });
  simulator.changeDispute(id, { dispute_status: 'dispute_lost' });
  expect(eventTypes(simulator)).toEqual(['payment_succeeded', 'dispute_opened', 'dispute_lost']);
  expect((await call(simulator, 'GET', `/disputes/${id}`)).body.dispute_status).toBe('dispute_lost');
  expect(simulator.violations()).toEqual([]);
});
