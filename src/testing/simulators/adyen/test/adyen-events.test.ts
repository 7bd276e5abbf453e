import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { signEvent, type EventItem } from '../events.ts';
import { call, pay, startSimulator } from './fixtures.ts';

let received: { codes: string[]; authorization: string | undefined }[];
let answers: number[];
let url: string;
const receiver = createServer((request, response) => {
  let text = '';
  request.on('data', (chunk: Buffer) => (text += chunk.toString()));
  request.on('end', () => {
    const { notificationItems } = JSON.parse(text) as {
      notificationItems: { NotificationRequestItem: EventItem }[];
    };
    const codes = notificationItems.map((wrapper) => wrapper.NotificationRequestItem.eventCode);
    received.push({ codes, authorization: request.headers.authorization });
    response.writeHead(answers.shift() ?? 200).end('[accepted]');
  });
});

beforeEach(async () => {
  received = [];
  answers = [];
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events`;
});

afterEach(() => new Promise((resolve) => receiver.close(resolve)));

test('signs the eight fields as a published example does', () => {
  const item: EventItem = {
    pspReference: '7914073381342284',
    merchantAccountCode: 'TestMerchant',
    merchantReference: 'TestPayment-1407325143704',
    amount: { value: 1130, currency: 'EUR' },
    eventCode: 'AUTHORISATION',
    success: 'true',
    eventDate: '',
    reason: '',
  };
  const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
  expect(signEvent(item, key)).toBe('coqCmt/IZ4E3CzPvMY8zTjQVL5hYJUiBRg8UU+iCWo0=');
});

test('signs the reference of the original payment', () => {
  const item: EventItem = {
    pspReference: 'QFQTPCQ8HXSKGK82',
    originalReference: '9913140798220028',
    merchantAccountCode: 'Harbour',
    merchantReference: 'R-1',
    amount: { value: 1000, currency: 'JPY' },
    eventCode: 'REFUND',
    success: 'false',
    eventDate: 'not signed',
    reason: 'not signed',
  };
  const key = '44782DEF547AAA06C910C43932B1EB0C71FC68D9D0C057550C48EC2ACF6BA056';
  // Computed with openssl dgst -sha256 -mac HMAC -macopt hexkey:…
  expect(signEvent(item, key)).toBe('K3Hy+9zOisdV/pd7KBeUeUy/SyWeQ9cJQcN3TV0MPW8=');
});

describe('deliveries', () => {
  test('repeats an event until it is accepted', async () => {
    const simulator = await startSimulator({ webhook: { url } });
    answers = [500, 302, 200];
    await pay(simulator);
    expect(await simulator.deliverEvents()).toEqual({ accepted: 1, rejected: [] });
    expect(simulator.events()[0]).toMatchObject({ attempts: 3, isAccepted: true });
    expect(await simulator.deliverEvents()).toEqual({ accepted: 0, rejected: [] });
  });

  test('keeps an event that was never accepted', async () => {
    const simulator = await startSimulator({ webhook: { url } });
    answers = [500, 503];
    await pay(simulator);
    const { accepted, rejected } = await simulator.deliverEvents({ attempts: 2 });
    expect([accepted, rejected.map(({ answer }) => answer)]).toEqual([0, [503]]);
    expect((await simulator.deliverEvents()).accepted).toBe(1);
  });

  test('sends the user name and password', async () => {
    const simulator = await startSimulator();
    simulator.setWebhook({ url, username: 'adyen', password: 'secret' });
    await pay(simulator);
    await simulator.deliverEvents();
    expect(received[0]?.authorization).toBe(`Basic ${Buffer.from('adyen:secret').toString('base64')}`);
  });

  test('sends several events in a batch', async () => {
    const simulator = await startSimulator({ webhook: { url } });
    const psp = await pay(simulator);
    await call(simulator, `/v72/payments/${psp}/cancels`, {});
    await simulator.deliverEvents({ batch: 5 });
    expect(received.map(({ codes }) => codes)).toEqual([['AUTHORISATION', 'CANCELLATION']]);
  });

  test('sends events twice and in the order of its seed', async () => {
    const orders = await Promise.all(
      [3, 3].map(async (seed) => {
        const simulator = await startSimulator({ seed });
        for (let each = 0; each < 6; each++) await pay(simulator, { reference: `T-${each}` });
        return simulator;
      }),
    );
    const sequences: string[] = [];
    for (const simulator of orders) {
      simulator.setWebhook({ url });
      received = [];
      await simulator.deliverEvents({ shuffled: true, twice: true });
      expect(received).toHaveLength(12);
      sequences.push(
        simulator
          .events()
          .map(({ attempts }) => attempts)
          .join(),
      );
    }
    expect(sequences[0]).toBe(sequences[1]);
  });

  test('delivers by itself at an interval', async () => {
    const simulator = await startSimulator({ webhook: { url }, deliverEvery: 5 });
    answers = [500];
    await pay(simulator);
    await expect.poll(() => simulator.events()[0]?.isAccepted).toBe(true);
    expect(received.length).toBeGreaterThanOrEqual(2);
  });
});
