import { inTenant } from '#database/tenant.ts';
import type { ResultRequirements } from '#features/fraud/risk-controls/risk-controls.ts';
import type {
  CardCheckResults,
  InvalidateResult,
  LookupResult,
  ProcessorResponse,
  SentOperation,
} from '#integrations/processors/adapter.ts';
import type { OpenConnection } from '#integrations/processors/processors.ts';
import { addMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { notifyOperator } from '#server/mail/report-to-operator.ts';
import type { Services } from '#server/services.ts';
import type { TransactionType } from '#shared/payments/transaction-kind.ts';
import { abortBeforeAuth, recordResult, repeatPostAuthCallback } from '../authorise.ts';
import { planCallbacks } from '../payment-stages.ts';
import { type IntentState, markInvalidating, repeatReplay, withFirstChecks } from '../db/intents.ts';
import { errorText } from '../settlement-work.ts';
import { type SettlementContext, settlementContext } from '../payment-context.ts';
import { NOT_RECEIVED, processorKind, relatedKind } from '../processor-client.ts';
import { storeChallenge } from '../suspended/store-challenge.ts';
import {
  type RejectionCode,
  type Reversal,
  concludeReversal,
  reversalOperation,
  reverse,
} from '../reverse.ts';
import { markPending } from '../settle.ts';
import type { Callbacks } from '../../request/parse-payment.ts';

interface OpenIntent {
  txnId: number;
  companyId: number;
  attempts: number;
  requirements: ResultRequirements | null;
  /** Those of the first answer. */
  checks: CardCheckResults | null;
  /** Attempts of its reversal; 0 while the operation itself is unresolved. */
  reversals: number;
  state: Exclude<IntentState, 'DONE'>;
  type: TransactionType;
  /** A replay of its pre-authorisation callback. */
  isReplay: boolean;
  callbacks: Callbacks | null;
  connectionId: number | null;
  installationId: number;
  handle: string | null;
  relatedId: number | null;
  relatedType: TransactionType | null;
  /** The processor's reference of the related payment. */
  relatedReference: string | null;
  amountMinor: number;
  currency: string;
  sentAt: Date;
  isInvalidating: boolean;
}

/** Resolved concurrently, so that one slow merchant or processor does not delay the others. */
const concurrency = 8;

/**
 * Resolves operations without a response and settles them (docs/domain.md#intents). It looks an operation up; one that
 * the processor has not received it invalidates, and it never sends one again. Only a reversal is repeated, once its
 * last attempt is certain not to have happened. Several sweepers share the work by lease.
 */
export const reconcilePayments: Job = {
  name: 'reconcile-payments',
  everySeconds: 5,
  ofCompany: {
    waiting: [{ table: 'processor_intent', column: 'next_check_at', open: "state <> 'DONE'" }],
  },
  async run(services) {
    for (let batch = await lease(services); batch.length > 0; batch = await lease(services)) {
      for (let from = 0; from < batch.length; from += concurrency) {
        await Promise.all(batch.slice(from, from + concurrency).map((intent) => settleOne(services, intent)));
      }
    }
  },
};

async function settleOne(services: Services, intent: OpenIntent): Promise<void> {
  try {
    await resolveIntent(services, intent);
    await reportIfStuck(services, intent, 'the processor gave no final answer');
  } catch (error) {
    services.log.error({ err: error, transactionId: intent.txnId }, 'intent not resolved');
    await reportIfStuck(services, intent, errorText(error));
  }
}

/** Attempts before the operator is notified: about an hour, or a day while the processor is still working. */
export const attemptsBeforeReport = 8;
const deferredAttemptsBeforeReport = 95;

async function reportIfStuck(services: Services, intent: OpenIntent, error: string): Promise<void> {
  const { txnId, companyId, attempts, state } = intent;
  if (attempts < (state === 'DEFERRED' ? deferredAttemptsBeforeReport : attemptsBeforeReport)) return;
  await inTenant(services.database, [companyId], async (sql) => {
    const reported = await sql`
      update processor_intent set reported_at = ${services.clock.now()}
      where txn_id = ${txnId} and company_id = ${companyId} and state <> 'DONE' and reported_at is null returning 1`;
    if (reported.length === 0) return;
    const stuckIntent = { companyId, transactionId: txnId, kind: state, attempts, error };
    await notifyOperator(sql, services, stuckIntent);
  });
}

/** In ASKING_BEFORE and ASKING_AFTER the process that made the callback has died. */
function resolveIntent(services: Services, intent: OpenIntent): Promise<unknown> {
  const at = settlementContext(services, intent.companyId);
  switch (intent.state) {
    case 'REVERSING':
      return finishReversal(services, intent);
    case 'ASKING_BEFORE':
      return at.inTenant<unknown>((sql) =>
        intent.isReplay
          ? repeatReplay(sql, intent, services.clock.now())
          : abortBeforeAuth(sql, at, intent.txnId, 'TIMEOUT'),
      );
    case 'ASKING_AFTER':
      return repeatCallback(at, intent);
    default:
      return resolveOperation(services, intent);
  }
}

/** The processor returns its response again, with its reference to the card, which is not stored here. */
async function repeatCallback(at: SettlementContext, intent: OpenIntent): Promise<void> {
  const { txnId, type, callbacks } = intent;
  const connection = await openConnection(at.services, intent);
  const lookup = await connection.lookup(sentOperation(intent, connection));
  const { after: target } = planCallbacks(type, callbacks);
  if (lookup.kind === 'response' && target)
    await repeatPostAuthCallback(at, txnId, withFirstChecks(lookup.response, intent.checks), target);
}

/** Takes up to fifty due intents and postpones their next check, so that no other sweeper takes them too. */
async function lease({ database, clock, config }: Services): Promise<OpenIntent[]> {
  const now = clock.now();
  return inTenant(
    database,
    'all-tenants',
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
      returning i.txn_id, i.company_id, i.attempts, i.requirements, i.checks, i.reversals, i.state,
                i.connection_id, i.handle, i.related_reference, i.created_at as sent_at,
                (select o.txn_type from txn o where o.txn_id = t.related_id and o.company_id = t.company_id) as related_type,
                i.invalidating_since is not null as is_invalidating, t.related_id, t.installation_id,
                t.requested_minor as amount_minor, t.ccy_code as currency, t.txn_type as type, t.txn_status = 'SUSPENDED_REPLAY' as is_replay, t.detail -> 'callbacks' as callbacks`,
  );
}

async function resolveOperation(services: Services, intent: OpenIntent): Promise<void> {
  const { txnId, companyId, attempts } = intent;
  const { clock, database, config } = services;
  const connection = await openConnection(services, intent);
  const invalidating = () =>
    inTenant(database, [companyId], (sql) => markInvalidating(sql, intent, clock.now()));
  const outcome = await resolveOutcome(connection, sentOperation(intent, connection), invalidating);
  const at = settlementContext(services, companyId);
  // The process that sent it may have died before it stored the challenge.
  if (outcome.kind === 'challenge') await storeChallenge(at, txnId, outcome);
  if (outcome.kind === 'response' || outcome.kind === 'forbidden') {
    const response =
      outcome.kind === 'response' ? withFirstChecks(outcome.response, intent.checks) : NOT_RECEIVED;
    await recordResult(at, txnId, response, {
      requirements: intent.requirements ?? undefined,
      callback: planCallbacks(intent.type, intent.callbacks).after,
      savesResponse: true,
    });
  } else if (outcome.kind === 'pending' || outcome.kind === 'challenge') {
    const now = clock.now();
    const nextCheckAt = addMs(now, config.intentGraceMs * Math.min(2 ** attempts, 32));
    await inTenant(database, [companyId], (sql) =>
      markPending(sql, { services, companyId, txnId }, 'accepted', now, nextCheckAt),
    );
  }
}

/** After an attempt that is certain not to have released anything, the next one is written down and made. */
async function finishReversal(services: Services, intent: OpenIntent): Promise<void> {
  const { txnId, companyId, reversals } = intent;
  const at = settlementContext(services, intent.companyId);
  const reversal = await loadReversal(at, intent);
  if (!reversal) return;
  const connection = await openConnection(services, intent);
  const operation = { ...reversalOperation(reversal, connection), sentAt: intent.sentAt };
  const outcome = await resolveOutcome(connection, operation, async () => true);
  if (outcome.kind !== 'response' && outcome.kind !== 'forbidden') return;
  const released = outcome.kind === 'response' ? outcome.response : NOT_RECEIVED;
  await concludeReversal(at, reversal, released);
  const claimedIntents = await inTenant(
    services.database,
    [companyId],
    (sql) => sql`
      update processor_intent set reversals = reversals + 1
      where txn_id = ${txnId} and company_id = ${companyId} and state = 'REVERSING' and reversals = ${reversals}
      returning 1`,
  );
  if (claimedIntents.length > 0) await reverse(at, { ...reversal, attempt: reversals + 1 });
}

async function loadReversal(
  at: SettlementContext,
  { txnId, reversals, connectionId, installationId, type: operation }: OpenIntent,
): Promise<Reversal | undefined> {
  const [row] = await at.inTenant(
    (sql) => sql<
      { amountMinor: number; currency: string; response: ProcessorResponse; refusal: RejectionCode }[]
    >`
      select t.requested_minor as amount_minor, t.ccy_code as currency, i.response,
             coalesce(i.refusal, 'A116') as refusal
      from processor_intent i join txn t on t.txn_id = i.txn_id and t.company_id = i.company_id
      where i.txn_id = ${txnId} and i.company_id = ${at.companyId} and i.state = 'REVERSING'`,
  );
  return row && { txnId, attempt: reversals, connectionId, installationId, operation, ...row };
}

/** Throws while the connection is closed or its adapter is not loaded: the operator gets an email. */
async function openConnection(
  services: Pick<Services, 'processors'>,
  { connectionId, installationId }: OpenIntent,
): Promise<OpenConnection> {
  const setup = await services.processors.current();
  const connection = setup.open(connectionId, { installationId });
  if (!connection) throw new Error(`processor connection ${connectionId} cannot be used`);
  return connection;
}

/** What was sent, without the card: enough to find it. */
function sentOperation(intent: OpenIntent, { account }: OpenConnection): SentOperation {
  const { txnId, type, amountMinor, currency, relatedId, relatedReference, handle, sentAt } = intent;
  const { isInvalidating, relatedType } = intent;
  return {
    reference: String(txnId),
    kind: processorKind(type),
    amountMinor,
    currency,
    account,
    sentAt,
    isInvalidating,
    ...(handle === null ? {} : { handle }),
    ...(relatedReference === null || relatedType === null
      ? {}
      : {
          related: {
            reference: String(relatedId),
            gatewayReference: relatedReference,
            kind: relatedKind(relatedType),
          },
        }),
  };
}

/** What was prepared but not confirmed moved no money, so no call is needed. */
async function resolveOutcome(
  connection: OpenConnection,
  operation: SentOperation,
  /** Written down before the cancellation. False when the operation has been settled meanwhile. */
  invalidating: () => Promise<boolean>,
): Promise<LookupResult | InvalidateResult> {
  const method = connection.capabilities.operations[operation.kind];
  if (method === 'handle' && operation.handle === undefined) return { kind: 'forbidden' };
  const lookup = await connection.lookup(operation);
  if (lookup.kind !== 'unknown') return lookup;
  if (method === 'cancel-and-watch' && !(await invalidating()))
    return { kind: 'no-response', why: 'connection' };
  return connection.invalidate(operation);
}
