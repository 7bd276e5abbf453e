import type { Fragment } from '#database/connection.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';
import { problems } from '#shared/problem.ts';
import { type Result, ok, refuse } from '#shared/result.ts';
import { authenticationFailure, authenticationRefusal } from '../screen-payment.ts';
import { suspendedLifeMs } from '../../follow-up.ts';
import type { PaymentReply } from '../../payment-response.ts';
import { reasonText } from '#shared/payments/reason-codes.ts';
import { type StoredAuthentication, authenticationColumns } from '../db/transaction-detail.ts';
import {
  effectiveRequirements,
  isAuthenticated,
  liabilityShiftFor,
} from '#features/fraud/risk-controls/evaluate-payment.ts';
import { loadControls } from '#features/fraud/risk-controls/server/risk-controls-table.ts';
import type { ChallengeResponse } from '#integrations/processors/three-d-secure.ts';
import { authorise } from '../authorise.ts';
import {
  type ChallengedPayment,
  checkBlockListsAfterChallenge,
  checkVelocityAfterChallenge,
} from '../judge-payment.ts';
import { type PaymentFailure, decisionColumns, planCallbacks } from '../payment-stages.ts';
import { findIdempotencyKey } from '../db/idempotency-keys.ts';
import { type BeginResult, continueWith, respondWith, runOnce } from '../run-once.ts';
import { endTransaction } from '../end-transaction.ts';
import { insertIntent } from '../db/intents.ts';
import { recordUpdate } from '#features/record/reporting/server/totals.ts';
import { type TransactionRecord, findTransaction, touchColumns } from '../db/transactions.ts';
import {
  type PaymentContext,
  type PaymentRefusal,
  type PaymentResult,
  audit,
  recordRefusal,
} from '../payment-context.ts';
import { buildStoredOperation } from '../processor-client.ts';
import { respond } from '../render-payment.ts';
import type { ProcessorSetup } from '#integrations/processors/processors.ts';
import { openState } from './authentication-state.ts';
import { type ResumedPayment, continueSuspended } from './suspended-payment.ts';

/**
 * Continues a payment that its merchant suspended (U101), or whose card holder has returned from a challenge
 * (docs/domain.md#3-d-secure). V107 where nothing waits, V106 when it waited too long, V108 for a response that is not
 * the issuer's, X208 where the 3-D Secure server did not respond; after the last two the payment keeps waiting.
 */
export async function resumePayment(
  context: PaymentContext,
  txnId: number,
  response: ChallengeResponse | undefined,
): Promise<PaymentReply> {
  const { companyId, installationId } = context;
  const [suspended, controls] = await context.inTenant((sql) =>
    pipelined(sql, [
      () => findTransaction(sql, companyId, txnId),
      () => loadControls(sql, companyId, installationId),
    ]),
  );
  if (!suspended) throw problems.unknownTransaction();
  const refuseResume = (refusal: PaymentRefusal) =>
    recordRefusal(context.services.database, context, 'resume', { ...refusal, transactionId: txnId });
  if (suspended.reasonCode === 'U101') {
    if (response) return refuseResume({ code: 'V108', field: 'threeDSecureResponse', detail: 'not_allowed' });
    const isLate = context.now.getTime() >= suspended.updatedAt.getTime() + suspendedLifeMs;
    return isLate ? refuseResume({ code: 'V106' }) : resumeSuspended(context, suspended);
  }
  // Returns the first response. The server may refuse to complete the same challenge again.
  if (await isKnownKey(context)) return resumeSuspended(context, suspended);
  const authentication = await completeChallenge(context, suspended, response);
  if (!authentication.ok) return refuseResume(authentication);
  return resumeAuthenticated(context, { suspended, controls, authentication: authentication.value });
}

/** Whether the same request was made before. */
const isKnownKey = async (context: PaymentContext): Promise<boolean> =>
  context.idempotency !== undefined &&
  (await context.inTenant((sql) => findIdempotencyKey(sql, context))) !== undefined;

/**
 * A payment that its merchant has suspended (U101): the intent is committed as PENDING, then the processor is called.
 * There is no second pre-authorisation callback.
 */
async function resumeSuspended(context: PaymentContext, suspended: TransactionRecord): Promise<PaymentReply> {
  const { txnId } = suspended;
  const setup = await context.services.processors.current();
  const beginResult = await runOnce(context, 'resume', txnId, (sql) =>
    beginSuspended(sql, context, txnId, setup),
  );
  if (beginResult.kind === 'respond') return beginResult.reply;
  const { sending, requirements } = beginResult.value;
  const { after } = callbacksOf(suspended);
  return authorise(context, txnId, sending, {
    requirements: requirements ?? undefined,
    callbacks: { after },
  });
}

async function beginSuspended(
  sql: TenantSql,
  context: PaymentContext,
  txnId: number,
  setup: ProcessorSetup,
): Promise<PaymentResult<BeginResult<ResumedPayment>>> {
  const continued = await continueSuspended(sql, context, txnId, 'U101', setup);
  if (!continued.ok && continued.code !== 'A115') return { ...continued, transactionId: txnId };
  const outcome = continued.ok ? 'SUBMITTED' : continued.code;
  await audit(sql, context, 'resume', { objectId: String(txnId), outcome });
  if (continued.ok) return ok(continueWith(continued.value));
  return ok(respondWith(await respond(sql, context.companyId, txnId, context.services.clock.now())));
}

/** The result of the challenge, from the 3-D Secure server. */
async function completeChallenge(
  context: PaymentContext,
  suspended: TransactionRecord,
  response: ChallengeResponse | undefined,
): Promise<Result<StoredAuthentication, { code: 'V106' | 'V107' | 'V108' | 'X208' }>> {
  if (suspended.txnStatus === 'EXPIRED') return refuse('V106');
  if (suspended.txnStatus !== 'SUSPENDED_THREE_D_SECURE') return refuse('V107');
  const stored = suspended.detail.threeDSecure;
  if (!stored?.challenge || !response) return refuse('V108');
  const { scheme, challenge, state: sealed, fingerprint: _form, isInSend: _way, ...fields } = stored;
  const state = sealed === undefined ? undefined : openState(context, suspended.txnId, sealed);
  if (state?.ok === false) return state;
  const setup = await context.services.processors.current();
  const { connectionId, installationId } = suspended;
  const threeDSecure = setup.open(connectionId, { installationId })?.threeDSecure;
  if (!threeDSecure) return refuse('X208');
  const result = await threeDSecure.complete({
    reference: String(suspended.txnId),
    scheme: String(suspended.cardScheme),
    fields,
    // Empty where the server has given none (waitForChallenge).
    state: state?.value || undefined,
    response,
  });
  if (result.kind === 'done') return ok({ ...result.fields, scheme, challenge });
  return refuse(result.kind === 'invalid' ? 'V108' : 'X208');
}

/** A payment whose authentication has ended: risk rules → intent → authorise → settle. */
export async function resumeAuthenticated(
  context: PaymentContext,
  payment: ChallengedPayment,
): Promise<PaymentReply> {
  const { suspended, controls, authentication } = payment;
  const { txnId, connectionId, installationId } = suspended;
  const setup = await context.services.processors.current();
  const connection = setup.open(connectionId, { installationId, mode: context.mode });
  if (!connection)
    return recordRefusal(context.services.database, context, 'resume', {
      code: 'X201',
      transactionId: txnId,
    });
  const beginResult = await runOnce(context, 'resume', txnId, (sql) =>
    beginChallenged(sql, context, payment),
  );
  if (beginResult.kind === 'respond') return beginResult.reply;
  const operation = buildStoredOperation(suspended, null, authentication);
  return authorise(
    context,
    txnId,
    { operation, connection },
    {
      requirements: effectiveRequirements(controls, authentication),
      callbacks: callbacksOf(suspended),
    },
  );
}

/** Compare-and-set from waiting to in progress or failed: of several requests, one continues. */
async function beginChallenged(
  sql: TenantSql,
  context: PaymentContext,
  payment: ChallengedPayment,
): Promise<PaymentResult<BeginResult<undefined>>> {
  const { suspended, controls, authentication } = payment;
  const { txnId, txnType: type } = suspended;
  const checked = await checkChallenged(sql, context.companyId, payment);
  if (!(await updateChallenged(sql, context, payment, checked)))
    return { ...refuse('V107'), transactionId: txnId };
  await audit(sql, context, 'resume', {
    objectId: String(txnId),
    outcome: checked.ok ? 'SUBMITTED' : checked.code,
    detail: { type, authentication: authentication.status },
  });
  if (!checked.ok) {
    const { services, companyId, now } = context;
    const end = { status: 'FAILED', stage: checked.stage, reasonCode: checked.code } as const;
    return ok(respondWith(await endTransaction(sql, { services, companyId, txnId, now }, end)));
  }
  await insertIntent(sql, context, {
    txnId,
    chargeId: txnId,
    operation: type,
    connectionId: suspended.connectionId,
    requirements: effectiveRequirements(controls, authentication),
    hasCallback: callbacksOf(suspended).before !== undefined,
  });
  return ok(continueWith(undefined));
}

/** What can still end the payment: its card was removed, the authentication failed, or the velocity rules. */
async function checkChallenged(
  sql: TenantSql,
  companyId: number,
  payment: ChallengedPayment,
): Promise<Result<undefined, PaymentFailure>> {
  const { suspended, controls, authentication } = payment;
  if (suspended.cardDeletedAt !== null) return { ok: false, code: 'A115', stage: 'THREE_D_SECURE' };
  const failure = authenticationFailure(liabilityShiftFor(controls), authentication);
  if (failure) return authenticationRefusal(controls, failure, authentication);
  if (controls.overrideRiskControlsWith3DS && !isAuthenticated(authentication)) {
    const blocked = await checkBlockListsAfterChallenge(sql, companyId, suspended);
    if (blocked) return blocked;
  }
  return checkVelocityAfterChallenge(sql, companyId, payment);
}

async function updateChallenged(
  sql: TenantSql,
  { companyId, now }: PaymentContext,
  { suspended, authentication }: ChallengedPayment,
  checked: Result<undefined, PaymentFailure>,
): Promise<boolean> {
  const { txnId } = suspended;
  const [status, stage, code] = checked.ok
    ? (['SUSPENDED', 'AUTHORISATION', 'U200'] as const)
    : (['FAILED', checked.stage, checked.code] as const);
  const riskStop = checked.ok ? undefined : checked.decision?.stop;
  const detail = { ...suspended.detail, threeDSecure: authentication, riskStop };
  const columns = authenticationColumns(authentication);
  const decision = decisionColumns(checked.ok ? undefined : checked.decision);
  const updated = await sql`
    with was as (
      select txn_id, company_id, txn_status, reason_code from txn
      where txn_id = ${txnId} and company_id = ${companyId} and txn_status = 'SUSPENDED_THREE_D_SECURE'
        and ${isAtStep(sql, suspended)} for update
    ), changed as (
      update txn t set txn_status = ${status}, txn_stage = ${stage}, reason_code = ${code},
        reason_message = ${reasonText(code)}, detail = ${sql.json(detail)},
        three_d_secure_status = ${columns.threeDSecureStatus}, three_d_secure_eci = ${columns.threeDSecureEci},
        optimize360_outcome = coalesce(${decision.optimize360Outcome}, t.optimize360_outcome),
        decision_source = coalesce(${decision.decisionSource}, t.decision_source),
        decision_reason = coalesce(${decision.decisionReason}, t.decision_reason),
        ${touchColumns(sql, now)}
      from was where t.txn_id = was.txn_id and t.company_id = was.company_id
      returning t.*
    ), counted as (${recordUpdate(sql)})
    select txn_id from changed`;
  return updated.length > 0;
}

/** Condition for txn: its authentication is at the same step as in `row`. Another tab may have continued it. */
export const isAtStep = (sql: TenantSql, row: Pick<TransactionRecord, 'detail'>): Fragment =>
  sql`coalesce(detail -> 'threeDSecure' ->> 'state', '') = ${row.detail.threeDSecure?.state ?? ''}`;

const callbacksOf = ({ txnType: type, detail }: TransactionRecord) => planCallbacks(type, detail.callbacks);
