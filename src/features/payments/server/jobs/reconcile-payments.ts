import { inTenant } from '#database/tenant.ts';
import type { MatchRequirements } from '#features/risk-controls/risk-controls.ts';
import type { LookupResult, InvalidateResult, Processor, ProcessorAnswer } from '#integrations/processor.ts';
import { addMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { notifyOperator } from '#server/mail/report-to-operator.ts';
import type { Services } from '#server/services.ts';
import { type Callbacks, planCallbacks } from '#features/payments/request/callbacks.ts';
import type { TransactionType } from '#features/payments/transaction-kind.ts';
import { errorText } from '../pipeline/response/settlement-work.ts';
import { repeatPostAuthCallback } from '../pipeline/risk/post-auth-callback.ts';
import { abortBeforeAuth } from '../pipeline/risk/pre-auth-callback.ts';
import { recordResult } from '../pipeline/risk/record-result.ts';
import {
  type SettlementContext,
  type Refusal,
  type Reversal,
  concludeReversal,
  reversalReference,
  reverse,
} from '../pipeline/risk/reverse.ts';
import { defer } from '../pipeline/settle.ts';
import { repeatTurn } from '../pipeline/risk/suspension/suspend-payment.ts';

interface OpenIntent {
  txnId: number;
  companyId: number;
  attempts: number;
  requirements: MatchRequirements | null;
  /** How often its reversal was tried; 0 while the operation itself is in doubt. */
  reversals: number;
  state: 'PENDING' | 'DEFERRED' | 'ASKING_BEFORE' | 'ASKING_AFTER' | 'REVERSING';
  type: TransactionType;
  /** Its merchant is being asked again. */
  isReplay: boolean;
  callbacks: Callbacks | null;
}

/** Side by side, so that one slow shop or processor does not keep the others waiting. */
const lanes = 8;

/**
 * Finds out what became of operations that nobody answered for, and books it (docs/domain.md#intents). It asks, and
 * if the processor has never heard of one, forbids it: it never sends one again. Only a reversal is made anew, once
 * its last attempt is certain not to have happened. Several sweepers share the work by lease.
 */
export const reconcilePayments: Job = {
  name: 'reconcile-payments',
  everySeconds: 5,
  async run(services) {
    for (let batch = await lease(services); batch.length > 0; batch = await lease(services)) {
      for (let from = 0; from < batch.length; from += lanes) {
        await Promise.all(batch.slice(from, from + lanes).map((intent) => settleOne(services, intent)));
      }
    }
  },
};

async function settleOne(services: Services, intent: OpenIntent): Promise<void> {
  try {
    await next(services, intent);
    await reportIfStuck(services, intent, 'the processor gave no final answer');
  } catch (error) {
    services.log.error({ err: error, transactionId: intent.txnId }, 'intent not resolved');
    await reportIfStuck(services, intent, errorText(error));
  }
}

/** Looks after which the operator is notified: an hour, or a day where the processor says that it is still working. */
export const attemptsBeforeReport = 8;
const deferredLooksBeforeReport = 95;

async function reportIfStuck(services: Services, intent: OpenIntent, error: string): Promise<void> {
  const { txnId, companyId, attempts, state } = intent;
  if (attempts < (state === 'DEFERRED' ? deferredLooksBeforeReport : attemptsBeforeReport)) return;
  await inTenant(services.database, [companyId], async (sql) => {
    const marked = await sql`
      update processor_intent set reported_at = ${services.clock.now()}
      where txn_id = ${txnId} and company_id = ${companyId} and state <> 'DONE' and reported_at is null returning 1`;
    if (marked.length === 0) return;
    const stuck = { companyId, transactionId: txnId, kind: state, attempts, error };
    await notifyOperator(sql, services, stuck);
  });
}

/** Whoever asked a shop first has died if we get to see its question: before the processor heard of it, or after. */
function next(services: Services, intent: OpenIntent): Promise<unknown> {
  const at = buildSettlementContext(services, intent);
  switch (intent.state) {
    case 'REVERSING':
      return finishReversal(services, intent);
    case 'ASKING_BEFORE':
      return at.inTenant<unknown>((sql) =>
        intent.isReplay
          ? repeatTurn(sql, at, intent.txnId)
          : abortBeforeAuth(sql, at, intent.txnId, 'TIMEOUT'),
      );
    case 'ASKING_AFTER':
      return repeatCallback(at, intent);
    default:
      return resolve(services, intent);
  }
}

/** The processor still knows its answer, and its reference to the card, which we have not kept. */
async function repeatCallback(at: SettlementContext, { txnId, type, callbacks }: OpenIntent): Promise<void> {
  const found = await at.services.processor.lookup(String(txnId));
  const { after: target } = planCallbacks(type, callbacks);
  if (found.kind === 'answer' && target) await repeatPostAuthCallback(at, txnId, found.answer, target);
}

/** Takes up to fifty due intents and puts off their next look, so that no other sweeper takes them too. */
async function lease({ database, clock, config }: Services): Promise<OpenIntent[]> {
  const now = clock.now();
  return inTenant(
    database,
    'every-company',
    (sql) => sql<OpenIntent[]>`
      update processor_intent i
      set attempts = attempts + 1,
          next_check_at = ${now}::timestamptz
            + make_interval(secs => ${config.intentGraceMs} / 1000.0 * least(power(2, attempts), 32))
      from (
        select txn_id, company_id from processor_intent
        where state <> 'DONE' and next_check_at <= ${now}
        order by next_check_at limit 50 for update skip locked
      ) due
      join txn t on t.txn_id = due.txn_id and t.company_id = due.company_id
      where i.txn_id = due.txn_id and i.company_id = due.company_id
      returning i.txn_id, i.company_id, i.attempts, i.requirements, i.reversals, i.state,
                t.txn_type as type, t.txn_status = 'SUSPENDED_REPLAY' as is_replay, t.detail -> 'callbacks' as callbacks`,
  );
}

async function resolve(services: Services, intent: OpenIntent): Promise<void> {
  const { txnId, companyId, attempts } = intent;
  const { processor, clock, database, config } = services;
  const known = await resolveOutcome(processor, String(txnId));
  if (known.kind === 'answer' || known.kind === 'forbidden') {
    const answer = known.kind === 'answer' ? known.answer : NOT_RECEIVED;
    await recordResult(buildSettlementContext(services, intent), txnId, answer, {
      requirements: intent.requirements ?? undefined,
      question: planCallbacks(intent.type, intent.callbacks).after,
      isFinal: true,
    });
  } else if (known.kind === 'pending') {
    const now = clock.now();
    const again = addMs(now, config.intentGraceMs * Math.min(2 ** attempts, 32));
    await inTenant(database, [companyId], (sql) => defer(sql, companyId, txnId, 'accepted', now, again));
  }
}

/** An attempt that is certain not to have released anything is followed by the next, written down first. */
async function finishReversal(services: Services, intent: OpenIntent): Promise<void> {
  const { txnId, companyId, reversals } = intent;
  const known = await resolveOutcome(services.processor, reversalReference(txnId, reversals));
  if (known.kind !== 'answer' && known.kind !== 'forbidden') return;
  const at = buildSettlementContext(services, intent);
  const released = known.kind === 'answer' ? known.answer : NOT_RECEIVED;
  const reversal = await loadReversal(at, intent);
  if (!reversal) return;
  await concludeReversal(at, reversal, released);
  const next = await inTenant(
    services.database,
    [companyId],
    (sql) => sql`
      update processor_intent set reversals = reversals + 1
      where txn_id = ${txnId} and company_id = ${companyId} and state = 'REVERSING' and reversals = ${reversals}
      returning 1`,
  );
  if (next.length > 0) await reverse(at, { ...reversal, attempt: reversals + 1 });
}

async function loadReversal(
  at: SettlementContext,
  { txnId, reversals }: OpenIntent,
): Promise<Reversal | undefined> {
  const [row] = await at.inTenant(
    (sql) => sql<{ amountMinor: number; currency: string; answer: ProcessorAnswer; refusal: Refusal }[]>`
      select t.requested_minor as amount_minor, t.ccy_code as currency, i.answer,
             coalesce(i.refusal, 'A116') as refusal
      from processor_intent i join txn t on t.txn_id = i.txn_id and t.company_id = i.company_id
      where i.txn_id = ${txnId} and i.company_id = ${at.companyId} and i.state = 'REVERSING'`,
  );
  return row && { txnId, attempt: reversals, ...row };
}

async function resolveOutcome(
  processor: Processor,
  reference: string,
): Promise<LookupResult | InvalidateResult> {
  const found = await processor.lookup(reference);
  return found.kind === 'unknown' ? processor.invalidate(reference) : found;
}

function buildSettlementContext(services: Services, { companyId }: OpenIntent): SettlementContext {
  return { services, companyId, inTenant: (work) => inTenant(services.database, [companyId], work) };
}

const NOT_RECEIVED: ProcessorAnswer = {
  result: 'FORBIDDEN',
  acquirerName: 'Example Acquirer',
  route: 'GATEWAY',
  statusCode: '',
  message: 'The operation never reached the processor',
  gatewayReference: '',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
};
