import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runConcurrently } from '#server/run-concurrently.ts';
import { passesLuhn } from '#shared/card-number.ts';
import { createGateway } from '#app/server/processes/gateway-server.ts';
import { createMetrics } from '#server/metrics.ts';
import { demoCustomer } from '#app/server/demo/demo-customers.ts';
import { nextTransactionId } from '#features/payments/payments/server/db/transactions.ts';
import { Tracer } from '#tracing/tracer.ts';
import { barePayment } from './bare-payment.ts';
import type { BenchEnv } from './bench-env.ts';
import { measureCost } from './database-cost.ts';
import { get, post } from './http-client.ts';
import { measureProcessorTime } from './processor-time.ts';
import { type Figure, median } from './statistics.ts';

const concurrency = 8;
const authorization = `Basic ${Buffer.from('harbour-api:harbour-api-key-demo').toString('base64')}`;

/** Payments a second through the merchant API, alternating with a direct client. */
export function measurePayments(env: BenchEnv, rounds: number, count: number): Promise<Figure> {
  return measureRate(env, rounds, count, `payments, ${concurrency} in flight`, payOverHttp);
}

/** The same through a hosted page: opens a session, loads the page, submits the card. */
export function measureHostedPayments(env: BenchEnv, rounds: number, count: number): Promise<Figure> {
  return measureRate(env, rounds, count, `hosted payments, ${concurrency} in flight`, payOnPage);
}

/** What the request log takes from a payment: processor time, in turns with a gateway without it. */
export function measureLoggedPayments(env: BenchEnv, rounds: number, count: number): Promise<Figure> {
  const config = { ...env.services.config, requestLogDays: 0 };
  return measureAddition(env, rounds, count, 'request log', { ...env.services, config });
}

/** The same for traces of every payment, sent to a collector that reads them and stores nothing. */
export async function measureTracedPayments(env: BenchEnv, rounds: number, count: number): Promise<Figure> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end('{}'));
  });
  await once(collector.listen(0, '127.0.0.1'), 'listening');
  const { port } = collector.address() as AddressInfo;
  const tracer = new Tracer({ url: `http://127.0.0.1:${port}`, sample: 1, version: 'bench' });
  const traced = await createGateway({ ...env.services, tracer }, createMetrics());
  try {
    const gateway = await traced.listen({ host: '127.0.0.1', port: 0 });
    return await measureAddition({ ...env, gateway }, rounds, count, 'traces', env.services);
  } finally {
    await traced.close();
    await tracer.close();
    collector.close();
  }
}

/**
 * Processor time of a payment with a part of the program, against a gateway without it. The rate of payments would be
 * noise: both parts are a few hundredths.
 */
async function measureAddition(
  env: BenchEnv,
  rounds: number,
  count: number,
  part: string,
  servicesWithout: BenchEnv['services'],
): Promise<Figure> {
  const app = await createGateway(servicesWithout, createMetrics());
  const gateway = await app.listen({ host: '127.0.0.1', port: 0 });
  const run = randomBytes(4).toString('hex');
  const measure = async (first: number, target: BenchEnv, letter: string) => {
    const pay = (index: number) => payOverHttp(target, `${letter}-${run}-${index}`, index);
    const { program, database } = await measureProcessorTime(() => measureOnce(count, first, pay));
    return (program + database) / count;
  };
  const times: { ours: number; floor: number }[] = [];
  try {
    // Round 0 is not counted: it compiles and loads. The others are in both orders.
    for (let round = 0; round <= rounds * 4; round += 1) {
      const first = round * count;
      const isOursFirst = round % 2 === 0;
      const before = isOursFirst ? undefined : await measure(first, { ...env, gateway }, 'U');
      const ours = await measure(first, env, 'L');
      const floor = before ?? (await measure(first, { ...env, gateway }, 'U'));
      if (round > 0) times.push({ ours, floor });
    }
  } finally {
    await app.close();
  }
  return {
    name: `processor time of a payment with the ${part}, against without`,
    unit: 'ms',
    ours: median(times.map((time) => time.ours)),
    floor: median(times.map((time) => time.floor)),
    ratio: median(times.map((time) => time.ours / time.floor)),
  };
}

async function measureRate(
  env: BenchEnv,
  rounds: number,
  count: number,
  name: string,
  pay: (env: BenchEnv, reference: string, index: number) => Promise<unknown>,
): Promise<Figure> {
  const run = randomBytes(4).toString('hex');
  const ours = (index: number) => pay(env, `B-${run}-${index}`, index);
  const floor = async (index: number) =>
    barePayment(env, {
      txnId: await nextTransactionId(env.services),
      reference: `F-${run}-${index}`,
      amountMinor: amountFor(index),
      index,
    });
  await measureOnce(count, 0, ours);
  await measureOnce(count, 0, floor);
  const rates: { ours: number; floor: number }[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    const first = round * count;
    rates.push({
      ours: await measureOnce(count, first, ours),
      floor: await measureOnce(count, first, floor),
    });
  }
  const afterRounds = (rounds + 1) * count;
  const cost = await measureCost(
    env.plain,
    count,
    () => measureOnce(count, afterRounds, ours),
    () => measureOnce(count, afterRounds, floor),
  );
  return {
    name,
    cost,
    unit: '/s',
    ours: median(rates.map((rate) => rate.ours)),
    floor: median(rates.map((rate) => rate.floor)),
    ratio: median(rates.map((rate) => rate.ours / rate.floor)),
  };
}

async function measureOnce(
  count: number,
  first: number,
  pay: (index: number) => Promise<unknown>,
): Promise<number> {
  let sentCount = first;
  const next = () => (sentCount < first + count ? (sentCount += 1) : undefined);
  const start = performance.now();
  await runConcurrently(concurrency, next, pay);
  return count / ((performance.now() - start) / 1000);
}

/** Avoids the trigger amounts of the sandbox. */
const amountFor = (index: number): number => 1000 + (index % 400) * 100;

/** Returns the id of the transaction. */
export async function payOverHttp(env: BenchEnv, reference: string, index: number): Promise<string> {
  // Every customer is another, as in production: rules that count by customer wait for payments of the same one.
  const { name, email, ip, card } = demoCustomer(5_300_001, index);
  const response = await post(
    `${env.gateway}/acceptor/rest/transactions/5300001/payment`,
    {
      transaction: {
        currency: 'GBP',
        amount: (amountFor(index) / 100).toFixed(2),
        merchantRef: reference,
        description: 'Flat white and toast',
        commerceType: 'ECOM',
        channel: 'WEB',
      },
      paymentMethod: {
        card: {
          pan: card.pan,
          expiryDate: '1230',
          cv2: '123',
          cardHolderName: name,
        },
        billingAddress: { line1: 'matched', postcode: `AVS ${index}`, countryCode: 'GBR' },
      },
      customer: {
        merchantRef: `C-${reference}`,
        displayName: name,
        email,
        telephone: '+44 20 7946 0123',
        ip,
      },
    },
    { authorization },
  );
  // Some cards are declined, which costs as much.
  if (response.status >= 300 && !response.text.includes('D100'))
    throw new Error(`payment: ${response.status} ${response.text.slice(0, 400)}`);
  return (JSON.parse(response.text) as { transaction: { transactionId: string } }).transaction.transactionId;
}

async function payOnPage(env: BenchEnv, reference: string, index: number): Promise<void> {
  const openedSession = await post(
    `${env.gateway}/hosted/rest/sessions/5300001/payments`,
    {
      session: { returnUrl: { url: 'https://shop.harbour.example/done' } },
      transaction: {
        merchantReference: reference,
        money: { currency: 'GBP', amount: { fixed: (amountFor(index) / 100).toFixed(2) } },
        description: 'Flat white and toast',
        commerceType: 'ECOM',
      },
      customer: {
        identity: { merchantCustomerId: `C-${reference}` },
        details: {
          name: 'Ada Lovell',
          address: { line1: 'matched', postcode: 'AVS111', countryCode: 'GBR' },
        },
      },
    },
    { authorization },
  );
  const { redirectUrl = '' } = JSON.parse(openedSession.text) as { redirectUrl?: string };
  const page = env.gateway + new URL(redirectUrl).pathname.replace('/begin/', '/session/');
  await get(page);
  const paid = await post(`${page}/submit`, {
    submission: `${reference}-submission`,
    card: { pan: uniqueCard(index), expiryDate: '1230', cv2: '123', cardHolderName: 'Ada Lovell' },
  });
  if (!paid.text.includes('"SUCCESS"')) throw new Error(`page: ${paid.status} ${paid.text.slice(0, 400)}`);
}

/** A unique card that the sandbox approves. */
function uniqueCard(index: number): string {
  const digits = `4929${String(index).padStart(11, '0')}`;
  return [...'0123456789'].map((last) => digits + last).find(passesLuhn) ?? digits;
}
