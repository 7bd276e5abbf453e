import { type TenantSql, inTenant } from '#database/tenant.ts';
import { suspendedLifeMs } from '#features/payments/follow-up.ts';
import { type Callbacks, planCallbacks } from '#features/payments/request/callbacks.ts';
import type { TransactionType } from '#features/payments/transaction-kind.ts';
import { addMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { sendOperation } from '../pipeline/authorise.ts';
import { abortBeforeAuth } from '../pipeline/risk/pre-auth-callback.ts';
import { sendCallback, questionAbout } from '../pipeline/risk/send-callback.ts';
import type { SettlementContext } from '../pipeline/risk/reverse.ts';
import { lockSuspended } from '../pipeline/risk/suspension/change-suspension.ts';
import { continueSuspended } from '../pipeline/risk/suspension/continue-payment.ts';
import { suspendPayment } from '../pipeline/risk/suspension/suspend-payment.ts';

interface Replay {
  txnId: number;
  companyId: number;
  /** Each turn is a question of its own. */
  turn: number;
  type: TransactionType;
  callbacks: Callbacks | null;
}

/** Claimed and asked together: a claimed question waits for no other, so the sweeper never finds a live one. */
const lanes = 8;

/**
 * Asks merchants that answered SUSPEND_REPLAY again, every minute until they decide or the payment expires. An answer
 * that is missing or not clear decides nothing: the payment goes on waiting.
 */
export const replaySuspended: Job = {
  name: 'replay-suspended',
  everySeconds: 5,
  async run(services) {
    for (let due = await claimDue(services); due.length > 0; due = await claimDue(services)) {
      await Promise.all(due.map((replay) => askAgain(services, replay)));
    }
  },
};

/** Two workers never ask for one turn: ASKING_BEFORE is committed first, and a row that another worker claims is skipped. */
async function claimDue({ database, clock, config }: Services): Promise<Replay[]> {
  const now = clock.now();
  const lookAt = addMs(now, config.intentGraceMs + config.callbackTimeoutMs);
  return inTenant(
    database,
    'every-company',
    (sql) => sql<Replay[]>`
      update processor_intent i
      set state = 'ASKING_BEFORE', replay_at = null, attempts = 0, reported_at = null, next_check_at = ${lookAt}
      from (
        select i.txn_id, i.company_id, t.txn_type, t.detail -> 'callbacks' as callbacks
        from processor_intent i join txn t on t.txn_id = i.txn_id and t.company_id = i.company_id
        where i.state = 'DONE' and i.replay_at <= ${now}
          and t.txn_status = 'SUSPENDED_REPLAY' and t.updated_at > ${addMs(now, -suspendedLifeMs)}
        order by i.replay_at limit ${lanes} for update of t, i skip locked
      ) due
      where i.txn_id = due.txn_id and i.company_id = due.company_id
      returning i.txn_id, i.company_id, i.replays as turn, due.txn_type as type, due.callbacks`,
  );
}

/** Another decision may have been first: a cancellation, or the answer that a second worker got after this one hung. */
async function whileWaiting(
  at: SettlementContext,
  txnId: number,
  work: (sql: TenantSql) => Promise<unknown>,
): Promise<void> {
  await at.inTenant(async (sql) => {
    if (await lockSuspended(sql, at.companyId, txnId, 'U102')) await work(sql);
  });
}

async function askAgain(services: Services, replay: Replay): Promise<void> {
  const { txnId, companyId, turn, type, callbacks } = replay;
  const at: SettlementContext = {
    services,
    companyId,
    inTenant: (work) => inTenant(services.database, [companyId], work),
  };
  const { before, after: question } = planCallbacks(type, callbacks);
  try {
    if (!before) throw new Error(`transaction ${txnId} names no pre-authorisation callback`);
    const about = await at.inTenant((sql) => questionAbout(sql, at, txnId));
    const reply = await sendCallback(at, 'preAuthCallback', txnId, before, { ...about, turn });
    switch (reply.action) {
      case 'PROCEED': {
        const continued = await at.inTenant((sql) => continueSuspended(sql, at, txnId, 'U102'));
        if (typeof continued !== 'object') return;
        const { operation, requirements } = continued;
        await sendOperation(at, txnId, operation, {
          requirements: requirements ?? undefined,
          question,
          isFinal: true,
        });
        return;
      }
      case 'CANCEL':
        return await whileWaiting(at, txnId, (sql) => abortBeforeAuth(sql, at, txnId, 'CANCEL'));
      case 'SUSPEND':
        return await whileWaiting(at, txnId, (sql) =>
          suspendPayment(sql, at, txnId, { ...reply, action: 'SUSPEND' }),
        );
      default:
        return await whileWaiting(at, txnId, (sql) =>
          suspendPayment(sql, at, txnId, { action: 'SUSPEND_REPLAY' }),
        );
    }
  } catch (error) {
    // The sweeper repeats the turn.
    services.log.error({ err: error, transactionId: txnId }, 'replay of a suspended payment failed');
  }
}
