import { createHmac } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { pay, startSimulator } from './fixtures.ts';

let received: { headers: IncomingHttpHeaders; body: string }[];
let answers: number[];
let url: string;
const receiver = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => {
    received.push({ headers: request.headers, body });
    response.writeHead(answers.shift() ?? 200).end();
  });
});

beforeEach(async () => {
  received = [];
  answers = [];
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
});

afterEach(() => new Promise((resolve) => receiver.close(resolve)));

test('signs each delivery with its own time', async () => {
  let now = new Date('2026-11-28T12:00:00Z');
  const simulator = await startSimulator({ webhookUrl: url, now: () => now });
  await pay(simulator);
  now = new Date('2026-11-28T12:05:00Z');
  await simulator.deliverEvents({ attempts: 1 });
  const { headers, body } = received[0] ?? { headers: {}, body: '' };
  const seconds = now.getTime() / 1000;
  const signature = createHmac('sha256', simulator.webhookSecret).update(`${seconds}.${body}`).digest('hex');
  expect(headers['stripe-signature']).toBe(`t=${seconds},v1=${signature}`);
});

test('repeats an event until it is accepted', async () => {
  const simulator = await startSimulator({ webhookUrl: url });
  answers = [500, 200];
  await pay(simulator);
  const count = simulator.events().length;
  expect(await simulator.deliverEvents()).toEqual({ accepted: count, rejected: [] });
  expect(simulator.events()[0]?.attempts).toBe(2);
  expect(received).toHaveLength(count + 1);
});

test('sends events twice', async () => {
  const simulator = await startSimulator({ webhookUrl: url });
  await pay(simulator);
  await simulator.deliverEvents({ twice: true, shuffled: true });
  const ids = received.map(({ body }) => (JSON.parse(body) as { id: string }).id);
  expect(ids).toHaveLength(2 * simulator.events().length);
  expect(new Set(ids).size).toBe(simulator.events().length);
});

test('names the request and its key', async () => {
  const simulator = await startSimulator();
  await fetch(`${simulator.url}/v1/customers`, {
    method: 'POST',
    headers: { authorization: `Bearer ${simulator.apiKey}`, 'idempotency-key': 'C-1' },
    body: '',
  });
  expect(simulator.events()[0]?.item.request).toMatchObject({ idempotency_key: 'C-1' });
});

test('delivers by itself at an interval', async () => {
  const simulator = await startSimulator({ deliverEvery: 5 });
  simulator.setWebhook(url);
  await pay(simulator);
  await expect.poll(() => simulator.events().every(({ isAccepted }) => isAccepted)).toBe(true);
});
