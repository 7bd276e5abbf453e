import type { TenantSql } from '#database/tenant.ts';
import { problems } from '#shared/problem.ts';
import { suspendedLifeMs } from '#features/payments/follow-up.ts';
import { type ReasonCode, type RefusalWords, reasonText } from '#features/payments/reason-codes.ts';
import { planCallbacks } from '#features/payments/request/callbacks.ts';
import type { ChallengeResponse } from '#integrations/three-d-secure.ts';
import { authorise } from '../authorise.ts';
import { type PersistResult, afterClaim, authenticationColumns, writeIntent } from '../persist-payment.ts';
import { type PaymentContext, type PaymentReply, audit, refusal } from '../payment-context.ts';
import { renderOperation } from '../response/render-payment.ts';
import { doOrQueue } from '../response/settlement-work.ts';
import {
  type Claim,
  reserveIdempotencyKey,
  saveResponse,
  releaseDuplicateGuard,
  findIdempotencyKey,
} from '../store/idempotency-keys.ts';
import { type TransactionRecord, addHistory, storedTransaction } from '../store/payment-store.ts';
import { changed } from '../store/transaction-change.ts';
import { recordUpdate } from '../store/transaction-totals.ts';
import { resumeSuspended } from '../risk/suspension/resume-suspended.ts';
import { storedOperation } from '../risk/suspension/stored-operation.ts';
import type { StoredAuthentication } from './authentication-view.ts';
import { liabilityShiftFor, effectiveRequirements } from '#features/risk-controls/evaluate-payment.ts';
import { storedControls } from '#features/risk-controls/server/controls-store.ts';
import { decisionColumns } from '../risk/decision-columns.ts';
import { type Resumed, riskAfterChallenge } from '../risk/risk-step.ts';
import { evaluateAuthentication } from './evaluate-authentication.ts';

/**
 * Continues a payment that its merchant suspended (U101), or whose cardholder has come back from a challenge
 * (docs/domain.md#3-d-secure). Completes the authentication, writes the intent, authorises and settles. V107 where
 * nothing waits, V106 when it waited too long, V108 for an answer that is not the issuer's; then it keeps waiting.
 */
export async function resumePayment(
  context: PaymentContext,
  txnId: number,
  response: ChallengeResponse | undefined,
): Promise<PaymentReply> {
  const { companyId, installationId } = context;
  const [waiting, controls] = await context.inTenant((sql) =>
    Promise.all([storedTransaction(sql, companyId, txnId), storedControls(sql, companyId, installationId)]),
  );
  if (!waiting) throw problems.unknownTransaction();
  if (waiting.reasonCode === 'U101') {
    if (response)
      return refuseResume(context, waiting, 'V108', { field: 'threeDSecureResponse', detail: 'not_allowed' });
    const isLate = context.now.getTime() >= waiting.updatedAt.getTime() + suspendedLifeMs;
    return isLate ? refuseResume(context, waiting, 'V106') : resumeSuspended(context, waiting);
  }
  if (!response && (await isKnownKey(context))) return resumeSuspended(context, waiting);
  const authentication = await completed(context, waiting, response);
  if (typeof authentication === 'string') return refuseResume(context, waiting, authentication);
  const verdict = evaluateAuthentication(liabilityShiftFor(controls), authentication);
  const resumed = { waiting, controls, authentication };
  const begun = await context.inTenant((sql) =>
    begin(sql, context, resumed, verdict === 'PROCEED' ? undefined : verdict),
  );
  const opened = await afterClaim(context, begun);
  if (opened.kind === 'reply') return opened.reply;
  return authorise(context, txnId, storedOperation(waiting, null, authentication), {
    requirements: effectiveRequirements(controls, authentication),
    questions: questionsFor(waiting),
  });
}

/** The same request again, or one that is under way. */
const isKnownKey = async (context: PaymentContext): Promise<boolean> =>
  context.idempotency !== undefined &&
  (await context.inTenant((sql) => findIdempotencyKey(sql, context))) !== undefined;

async function completed(
  context: PaymentContext,
  waiting: TransactionRecord,
  response: ChallengeResponse | undefined,
): Promise<StoredAuthentication | 'V106' | 'V107' | 'V108'> {
  if (waiting.txnStatus === 'EXPIRED') return 'V106';
  // Somebody who sends the same answer twice is told how it went, under the key that says it is the same.
  const isAgain = context.idempotency !== undefined && waiting.detail.threeDSecure?.challenge !== undefined;
  if (waiting.txnStatus !== 'SUSPENDED_THREE_D_SECURE' && !isAgain) return 'V107';
  const kept = waiting.detail.threeDSecure;
  if (!kept || !response) return 'V108';
  const { scheme, challenge, ...fields } = kept;
  const result = await context.services.threeDSecure.complete({
    reference: String(waiting.txnId),
    scheme: String(waiting.cardScheme),
    fields,
    response,
  });
  return result.kind === 'done' ? { ...result.fields, scheme, challenge } : 'V108';
}

/** Takes the payment from waiting to in flight, or to failed; one caller of several gets it. */
async function begin(
  sql: TenantSql,
  context: PaymentContext,
  resumed: Resumed,
  refused: 'A113' | 'A114' | undefined,
): Promise<PersistResult | Claim> {
  const { waiting, controls, authentication } = resumed;
  const { companyId, now } = context;
  const { txnId, txnType: type } = waiting;
  const claim = await reserveIdempotencyKey(sql, context, txnId);
  if (claim.kind !== 'first') return claim;
  const { failure, decision } =
    waiting.cardDeletedAt === null
      ? await riskAfterChallenge(sql, companyId, resumed, refused)
      : { failure: 'A115' as const, decision: undefined };
  const [status, stage, code] = failure
    ? (['FAILED', failure === 'A116' ? 'FRAUD_RULES' : 'THREE_D_SECURE', failure] as const)
    : (['SUSPENDED', 'AUTHORISATION', 'U200'] as const);
  const detail = { ...waiting.detail, threeDSecure: authentication };
  const columns = authenticationColumns(authentication);
  const decided = decisionColumns(decision);
  const taken = await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} and txn_status = 'SUSPENDED_THREE_D_SECURE' for update
    ), changed as (
      update txn t set txn_status = ${status}, txn_stage = ${stage}, reason_code = ${code},
        reason_message = ${reasonText(code)}, detail = ${sql.json(detail)},
        three_d_secure_status = ${columns.threeDSecureStatus}, three_d_secure_eci = ${columns.threeDSecureEci},
        optimize360_outcome = ${decided.optimize360Outcome},
        decision_source = ${decided.decisionSource}, decision_reason = ${decided.decisionReason},
        ${changed(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    ), counted as (${recordUpdate(sql)})
    select txn_id from changed`;
  if (taken.length === 0) {
    const reply = refusal('V107');
    await saveResponse(sql, txnId, reply);
    return { kind: 'reply', reply };
  }
  await audit(sql, context, 'resume', {
    objectId: String(txnId),
    outcome: failure ?? 'SUBMITTED',
    detail: { type, authentication: authentication.status },
  });
  if (!failure) {
    const requirements = effectiveRequirements(controls, authentication);
    const asksShop = questionsFor(waiting).before !== undefined;
    await writeIntent(sql, context, { txnId, chargeId: txnId, operation: type, requirements, asksShop });
    return { kind: 'send' };
  }
  await Promise.all([
    addHistory(sql, companyId, txnId, { status, stage, reasonCode: failure, at: now }),
    releaseDuplicateGuard(sql, txnId),
  ]);
  const reply = await renderOperation(sql, companyId, txnId, now);
  await saveResponse(sql, txnId, reply);
  const ended = { companyId, txnId, now };
  await doOrQueue(sql, ended, { kind: 'SCHEDULE', end: { approved: false, reasonCode: failure } });
  await doOrQueue(sql, ended, { kind: 'NOTIFICATION', occasion: 'TRANSACTION' });
  return { kind: 'reply', reply };
}

const questionsFor = ({ txnType: type, detail }: TransactionRecord) => planCallbacks(type, detail.callbacks);

async function refuseResume(
  context: PaymentContext,
  waiting: TransactionRecord,
  code: ReasonCode,
  words: RefusalWords = {},
): Promise<PaymentReply> {
  await audit(context.services.database, context, 'resume', {
    objectId: String(waiting.txnId),
    outcome: code,
  });
  return refusal(code, words);
}
