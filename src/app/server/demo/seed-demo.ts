import type { Database } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { inTenant } from '#database/tenant.ts';
import { expirePreauths, expireSuspended } from '#features/payments/payments/server/jobs/expire-payments.ts';
import { reconcilePayments } from '#features/payments/payments/server/jobs/reconcile-payments.ts';
import { followUpTransaction } from '#features/payments/payments/server/follow-up.ts';
import { repeatPayment } from '#features/payments/payments/server/repeat.ts';
import type { PaymentContext } from '#features/payments/payments/server/payment-context.ts';
import type { PaymentReply } from '#features/payments/payments/payment-response.ts';
import { createPayment } from '#features/payments/payments/server/create-payment.ts';
import { paymentBody, refundBody } from '#features/payments/payments/request/request-schemas.ts';
import { decideDueDeferrals } from '#features/review/queue/server/decide-due-deferrals.ts';
import { onlyProcessor, sandboxConnectionId } from '#integrations/processors/processors.ts';
import type { ThreeDSecure } from '#integrations/processors/three-d-secure.ts';
import { sandboxProcessor } from '#integrations/processors/sandbox/sandbox-processor.ts';
import { dayMs, secondMs } from '#server/clock.ts';
import { createLog } from '#server/log.ts';
import type { Services } from '#server/services.ts';
import { type DemoEvent, type DemoPlan, planDemo } from './plan-demo.ts';
import type { StaffAct } from './demo-users.ts';

/** Don't log seeded payments. */
const silence = createLog('silent');
/** Concurrent events: eight saturate two cores and a database. */
const maxConcurrency = 8;
/** Events before the first statistics; from then on they are collected each time that the database has doubled. */
const firstAnalyzed = 100;

/**
 * Runs the plan through the live pipeline, and what the staff did, each at its own time. Ids follow the plan's order, so
 * that one plan gives one database. Returns the number of the plan's transactions.
 */
export async function seedDemo(
  services: Services,
  databaseUrl: string,
  plan: DemoPlan,
  /** In order of time. */
  staffActs: readonly StaffAct[] = [],
): Promise<number> {
  // Commits need no durability: after a crash the seed starts again.
  const database = openDatabase(databaseUrl, { max: maxConcurrency, kind: 'job', synchronousCommit: false });
  const outside = openDatabase(databaseUrl, {
    as: 'owner',
    max: maxConcurrency,
    kind: 'job',
    synchronousCommit: false,
  });
  const setup = await services.processors.current();
  const threeDSecure = setup.open(sandboxConnectionId, { installationId: 0 })?.threeDSecure;
  const outsides = { database, outside, threeDSecure };
  const seeder = new DemoSeeder(services, outsides, await readNextId(database), staffActs);
  try {
    await seeder.seed(plan);
    await reserveIds(database, seeder.nextId);
    return seeder.seeded;
  } finally {
    await Promise.all([database.end(), outside.end()]);
  }
}

/** Each sweep waits for all payments. What expires within a few days of two years ago is seen as one date. */
const sweepInterval = ({ to }: DemoPlan, at: Date): number =>
  to.getTime() - at.getTime() > 60 * dayMs ? 5 * dayMs : dayMs;

interface Outsides {
  database: Database;
  /** The sandbox's own connection. */
  outside: Database;
  threeDSecure: ThreeDSecure | undefined;
}

class DemoSeeder {
  nextId: number;
  seeded = 0;
  readonly #services: Services;
  readonly #database: Database;
  readonly #outside: Database;
  readonly #threeDSecure: ThreeDSecure | undefined;
  /** The results of new payments, until no follow-up is left. */
  readonly #outcomes = new Map<number, Promise<PaymentReply>>();
  /** By card number, while a payment with it runs. */
  readonly #lastByCard = new Map<unknown, Promise<PaymentReply>>();

  readonly #staffActs: StaffAct[];

  constructor(
    services: Services,
    { database, outside, threeDSecure }: Outsides,
    firstId: number,
    staffActs: readonly StaffAct[],
  ) {
    this.#services = services;
    this.#database = database;
    this.#outside = outside;
    this.#threeDSecure = threeDSecure;
    this.nextId = firstId;
    this.#staffActs = [...staffActs];
  }

  async seed(plan: DemoPlan): Promise<void> {
    const running = new Set<Promise<unknown>>();
    const run = (work: Promise<unknown>): void => {
      const ended = work.finally(() => running.delete(ended));
      running.add(ended);
    };
    let swept = plan.from;
    let events = 0;
    let analyzeAt = firstAnalyzed;
    for (const event of planDemo(plan)) {
      if (event.at.getTime() - swept.getTime() > sweepInterval(plan, event.at)) {
        await Promise.all(running);
        swept = event.at;
        await this.#sweep(swept);
      }
      if (this.#isStaffDue(event.at)) {
        await Promise.all(running);
        await this.#runStaffActs(event.at);
      }
      run(this.#runEvent(event, this.nextId));
      this.nextId += 1;
      events += 1;
      // Statements planned for empty tables read whole tables later. Autovacuum looks only once a minute.
      if (events === analyzeAt) {
        run(this.#outside`analyze`);
        analyzeAt *= 2;
      }
      if (running.size >= maxConcurrency) await Promise.race(running);
    }
    await Promise.all(running);
    await this.#runStaffActs(plan.to);
    await this.#sweep(plan.to);
  }

  #isStaffDue(time: Date): boolean {
    const [next] = this.#staffActs;
    return next !== undefined && next.at <= time;
  }

  async #runStaffActs(time: Date): Promise<void> {
    // A decision has a separate transaction, with an id from the database.
    await reserveIds(this.#database, this.nextId);
    while (this.#isStaffDue(time)) {
      const act = this.#staffActs.shift();
      if (act) await act.run(this.#servicesAt(act.at));
    }
    this.nextId = Math.max(this.nextId, await readNextId(this.#database));
  }

  async #runEvent(event: DemoEvent, txnId: number): Promise<void> {
    if (event.kind === 'new') {
      const body = paymentBody.parse(event.body);
      const { pan } = body.paymentMethod?.card ?? {};
      // One after the other with one card: rules count the earlier payments.
      const reply = Promise.resolve(this.#lastByCard.get(pan)).then(() =>
        createPayment(this.#contextOf(event, txnId), body, event.operation),
      );
      this.#outcomes.set(event.number, reply);
      this.#lastByCard.set(pan, reply);
      await reply;
      if (this.#lastByCard.get(pan) === reply) this.#lastByCard.delete(pan);
      this.seeded += 1;
      return;
    }
    const original = (await this.#outcomes.get(event.originalId))?.body;
    if (original?.outcome?.status !== 'SUCCESS' || !original.transaction) return;
    const body = refundBody.parse(event.body);
    const originalId = Number(original.transaction.transactionId);
    const context = this.#contextOf(event, txnId);
    if (event.action === 'repeat') await repeatPayment(context, originalId, body);
    else await followUpTransaction(context, event.action, originalId, body);
    this.seeded += 1;
  }

  #contextOf({ at, merchant }: DemoEvent, presetId: number): PaymentContext {
    const respondedAt = new Date(at.getTime() + 700 + (presetId % 9) * 150);
    return {
      services: this.#servicesAt(respondedAt),
      now: at,
      presetId,
      companyId: merchant.companyId,
      merchantId: merchant.merchantId,
      installationId: merchant.installationId,
      merchantPath: merchant.merchantPath,
      program: 'gateway',
      actor: { kind: 'api', id: merchant.companyId === 1200 ? 'meridian-api' : 'harbour-api' },
      ip: '203.0.113.10',
      requestId: `story-${presetId}`,
      inTenant: (work) => inTenant(this.#database, [merchant.companyId], work),
    };
  }

  #servicesAt(time: Date): Services {
    return {
      ...this.#services,
      log: silence,
      database: this.#database,
      clock: { now: () => time },
      processors: onlyProcessor({
        ...sandboxProcessor({ sql: this.#outside, now: () => time, timeoutMs: 30 * secondMs }),
        threeDSecure: this.#threeDSecure,
      }),
    };
  }

  /** The workers' runs at the plan's time: holds expire, pending results are settled. */
  async #sweep(time: Date): Promise<void> {
    const services = this.#servicesAt(time);
    await reserveIds(this.#database, this.nextId);
    for (const job of [reconcilePayments, expireSuspended, decideDueDeferrals, expirePreauths])
      await job.run(services);
    this.nextId = Math.max(this.nextId, await readNextId(this.#database));
  }
}

async function readNextId(database: Database): Promise<number> {
  const [row] = await database<{ nextId: number }[]>`
    select next_id from id_block where shard = 0`;
  return row?.nextId ?? 0;
}

async function reserveIds(database: Database, nextId: number): Promise<void> {
  await database`update id_block set next_id = greatest(next_id, ${nextId}) where shard = 0`;
}
