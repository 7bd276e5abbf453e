import { expect } from 'vitest';
import { settleProcessorEvents } from '#features/payments/payments/server/jobs/settle-processor-events.ts';
import { base, payment } from '#features/payments/payments/test/payment-fixtures.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { dayMs, hourMs, minuteMs } from '#server/clock.ts';
import { actAsMerchant } from '#testing/act-as.ts';
import { connectProcessor } from '#testing/connect-processor.ts';
import { SeededRandom } from '#testing/simulators/seeded-random.ts';
import {
  type StripeSimulator,
  startStripeSimulator,
} from '#testing/simulators/stripe/start-stripe-simulator.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import {
  type AdyenWorld,
  adyenWebhook,
  removeDefaultRoute,
  startWithAdyen,
} from '#testing/start-with-adyen.ts';
import { findMissingSettlements } from '../server/find-missing.ts';
import { findSettlementReports } from '../server/find-reports.ts';
import { importSettlementReports } from '../server/import-reports.ts';

export const adyenConnection = 301;
export const stripeConnection = 302;
export const currencies = ['GBP', 'EUR', 'JPY'];
const visa = '4111111111111111';

/** An app whose only processor is a simulated account at Adyen, with its clock. */
export async function startAdyenSettlement(): Promise<AdyenWorld> {
  const { app, simulator } = await startWithAdyen({ connectionId: adyenConnection, seed: 11 });
  const gateway = await prepare(app);
  const url = `${gateway}/processor/key-${adyenConnection}/events`;
  simulator.setWebhook({ url, ...adyenWebhook });
  return { app, simulator };
}

export interface StripeWorld {
  app: TestApp;
  simulator: StripeSimulator;
}

export async function startWithStripe(): Promise<StripeWorld> {
  const clock = { now: () => new Date() };
  const simulator = await startStripeSimulator({ now: () => clock.now(), seed: 12 });
  const app = await startApp({
    flags: ['--processor-hosts', new URL(simulator.url).host],
    adapters: [stripeAdapter({ url: simulator.url })],
  });
  clock.now = () => app.clock.now();
  await connectProcessor(app, {
    connectionId: stripeConnection,
    adapter: 'stripe',
    secrets: { secretKey: simulator.apiKey, webhookSecret: simulator.webhookSecret },
    accounts: { 5300001: {} },
  });
  simulator.setWebhook(`${await prepare(app)}/processor/key-${stripeConnection}/events`);
  return { app, simulator };
}

/** The connection belongs to the company, and takes three currencies. Returns the address of the gateway. */
async function prepare(app: TestApp): Promise<string> {
  await removeDefaultRoute(app);
  await app.owner`update processor_connection set organisation_id = 1100 where connection_id > 300`;
  await app.owner`update installation set currencies = ${currencies} where installation_id = 5300001`;
  return app.gateway.listen({ host: '127.0.0.1', port: 0 });
}

/** Our ids of the sales and their refunds. */
export interface Month {
  payments: string[];
  refunds: string[];
}

interface Vendor {
  deliverEvents(): Promise<unknown>;
}

/** Sales of `days` days through our own API; every sixth is refunded in part. */
export async function sell(
  { app, simulator }: { app: TestApp; simulator: Vendor },
  days: number,
  salesADay = 4,
): Promise<Month> {
  const merchant = actAsMerchant(app);
  const random = new SeededRandom(5);
  const month: Month = { payments: [], refunds: [] };
  for (let day = 0; day < days; day += 1) {
    for (let each = 0; each < salesADay; each += 1) {
      const number = month.payments.length + 1;
      const currency = currencies[number % currencies.length] ?? 'GBP';
      const whole = 5 + random.below(500);
      const amount = currency === 'JPY' ? String(whole) : `${whole}.${10 + random.below(90)}`;
      const card = { pan: visa, expiryDate: '0330', cv2: '737', cardHolderName: 'A Buyer' };
      const order = payment({ merchantRef: `month-${number}`, amount, currency }, { card });
      const { status, body } = await merchant('POST', `${base}/payment`, order);
      expect(status, JSON.stringify(body)).toBe(201);
      const id = body.transaction.transactionId as string;
      month.payments.push(id);
      app.clock.advance(2 * hourMs);
      if (number % 6 === 0) {
        const part = { transaction: { currency, amount: currency === 'JPY' ? '3' : '2.50' } };
        const refund = await merchant('POST', `${base}/${id}/refund`, part);
        month.refunds.push(refund.body.transaction.transactionId as string);
        app.clock.advance(minuteMs);
      }
    }
    await simulator.deliverEvents();
    await settleProcessorEvents.run(app.services);
    app.clock.advance(dayMs - 2 * salesADay * hourMs);
  }
  return month;
}

/** Delivers the announcement and imports what it announces. */
export async function importAll({ app, simulator }: { app: TestApp; simulator: Vendor }): Promise<void> {
  await simulator.deliverEvents();
  await findSettlementReports.run(app.services);
  await importSettlementReports.run(app.services);
}

export async function findMissing({ app }: { app: TestApp }, days = 11): Promise<void> {
  app.clock.advance(days * dayMs);
  await findMissingSettlements.run(app.services);
}

interface ReportRow {
  name: string;
  state: string;
  lines: number;
  refusal: object | null;
}
export const reportsOf = async ({ owner }: TestApp): Promise<ReportRow[]> =>
  owner<ReportRow[]>`select name, state, lines, refusal from settlement_report order by report_id`;

interface BatchRow {
  currency: string;
  netMinor: number;
  paidMinor: number | null;
  state: string;
}
export const batchesOf = async ({ owner }: TestApp): Promise<BatchRow[]> =>
  owner<
    BatchRow[]
  >`select currency, net_minor, paid_minor, state from settlement_batch order by currency, batch_id`;

interface DifferenceRow {
  kind: string;
  reference: string | null;
  txnId: number | null;
  companyId: number;
}
export const differencesOf = async ({ owner }: TestApp): Promise<DifferenceRow[]> =>
  owner<DifferenceRow[]>`
    select kind, reference, txn_id, company_id from settlement_difference order by kind, difference_id`;

/** A report as an event would have announced it. */
export async function announce(
  { app }: { app: TestApp },
  report: { name: string; address: string; connectionId?: number },
): Promise<void> {
  const { name, address, connectionId = adyenConnection } = report;
  const now = app.clock.now();
  await app.owner`
    insert into settlement_report (connection_id, name, address, state, announced_at, next_attempt_at)
    values (${connectionId}, ${name}, ${address}, 'WAITING', ${now}, ${now})`;
}

/** Counts the rows of an import; none where it was refused. */
export async function countRows({ owner }: TestApp): Promise<Record<string, number>> {
  const [row] = await owner<Record<string, number>[]>`
    select (select count(*) from settlement_line)::int as lines, (select count(*) from settlement_batch)::int as batches,
           (select count(*) from merchant_payout)::int as payouts, (select count(*) from settlement_difference)::int as differences`;
  return { ...row };
}
