import { type TenantSql, inTenant } from '#database/tenant.ts';
import { suspendedLifeMs } from '../../follow-up.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { addMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { abortBeforeAuth, buildPayload, sendCallback, sendOperation } from '../authorise.ts';
import { planCallbacks } from '../payment-stages.ts';
import { type SettlementContext, settlementContext } from '../payment-context.ts';
import { continueSuspended, lockSuspended, suspendPayment } from '../suspended/suspended-payment.ts';
import type { Callbacks } from '../../request/parse-payment.ts';

interface Replay {
  txnId: number;
  companyId: number;
  /** Each replay is a callback of its own. */
  replays: number;
  type: TransactionType;
  callbacks: Callbacks | null;
}

/** Claimed and sent together: a claimed callback waits for no other, so the sweeper never finds a live one. */
const concurrency = 8;

/**
 * Repeats the pre-authorisation callback after SUSPEND_REPLAY, every minute until the merchant decides or the payment
 * expires. A missing or invalid response decides nothing: the payment keeps waiting.
 */
export const replaySuspended: Job = {
  name: 'replay-suspended',
  everySeconds: 5,
  ofCompany: {
    waiting: [{ table: 'processor_intent', column: 'replay_at', open: "state = 'DONE'" }],
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(replay_at) as at from processor_intent where state = 'DONE' and replay_at > ${after}`,
  },
  async run(services) {
    for (
      let dueReplays = await claimDue(services);
      dueReplays.length > 0;
      dueReplays = await claimDue(services)
    ) {
      await Promise.all(dueReplays.map((replay) => repeatCallback(services, replay)));
    }
  },
};

/** Two workers never make one callback: ASKING_BEFORE is committed first, and rows that another worker claims are skipped. */
async function claimDue({ database, clock, config }: Services): Promise<Replay[]> {
  const now = clock.now();
  const nextCheckAt = addMs(now, config.intentGraceMs + config.callbackTimeoutMs);
  return inTenant(
    database,
    'all-tenants',
    (sql) => sql<Replay[]>`
      update processor_intent i
      set state = 'ASKING_BEFORE', replay_at = null, attempts = 0, reported_at = null, next_check_at = ${nextCheckAt}
      from (
        select i.txn_id, i.company_id, t.txn_type, t.detail -> 'callbacks' as callbacks
        from processor_intent i join txn t on t.txn_id = i.txn_id and t.company_id = i.company_id
        where i.state = 'DONE' and i.replay_at <= ${now}
          and t.txn_status = 'SUSPENDED_REPLAY' and t.updated_at > ${addMs(now, -suspendedLifeMs)}
        order by i.replay_at limit ${concurrency} for update of t, i skip locked
      ) due
      where i.txn_id = due.txn_id and i.company_id = due.company_id
      returning i.txn_id, i.company_id, i.replays, due.txn_type as type, due.callbacks`,
  );
}

/** Another decision may have been first: a cancellation, or the response to a second worker after this one hung. */
async function runIfSuspended(
  at: SettlementContext,
  txnId: number,
  work: (sql: TenantSql) => Promise<unknown>,
): Promise<void> {
  await at.inTenant(async (sql) => {
    if (await lockSuspended(sql, { companyId: at.companyId, txnId }, 'U102')) await work(sql);
  });
}

async function repeatCallback(services: Services, replay: Replay): Promise<void> {
  const { txnId, companyId, replays, type, callbacks } = replay;
  const at = settlementContext(services, companyId);
  const { before, after: callback } = planCallbacks(type, callbacks);
  try {
    if (!before) throw new Error(`transaction ${txnId} names no pre-authorisation callback`);
    const payload = await at.inTenant((sql) => buildPayload(sql, at, txnId));
    const reply = await sendCallback(at, 'preAuthCallback', txnId, before, { ...payload, replays });
    switch (reply.action) {
      case 'PROCEED': {
        const setup = await services.processors.current();
        const continued = await at.inTenant((sql) => continueSuspended(sql, at, txnId, 'U102', setup));
        if (!continued.ok) return;
        const { sending, requirements } = continued.value;
        await sendOperation(at, txnId, sending, {
          requirements: requirements ?? undefined,
          callback,
          savesResponse: true,
        });
        return;
      }
      case 'CANCEL':
        return await runIfSuspended(at, txnId, (sql) => abortBeforeAuth(sql, at, txnId, 'CANCEL'));
      case 'SUSPEND':
        return await runIfSuspended(at, txnId, (sql) =>
          suspendPayment(sql, at, txnId, { ...reply, action: 'SUSPEND' }),
        );
      default:
        return await runIfSuspended(at, txnId, (sql) =>
          suspendPayment(sql, at, txnId, { action: 'SUSPEND_REPLAY' }),
        );
    }
  } catch (error) {
    // The sweeper repeats the callback.
    services.log.error({ err: error, transactionId: txnId }, 'replay of a suspended payment failed');
  }
}
