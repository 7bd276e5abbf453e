import { pipelined } from '#database/pipelined.ts';
import { loadControls } from '#features/fraud/risk-controls/server/risk-controls-table.ts';
import type { Challenge } from '#integrations/processors/three-d-secure.ts';
import { problems } from '#shared/problem.ts';
import { recordUpdate } from '#features/record/reporting/server/totals.ts';
import type { PaymentReply } from '../../payment-response.ts';
import type { StoredAuthentication } from '../db/transaction-detail.ts';
import { type TransactionRecord, findTransaction, touchColumns } from '../db/transactions.ts';
import { type PaymentContext, type PaymentRefusal, audit, recordRefusal } from '../payment-context.ts';
import { respond } from '../render-payment.ts';
import { openState, sealState } from './authentication-state.ts';
import { isAtStep, resumeAuthenticated } from './resume-payment.ts';

interface EndedFingerprint {
  /** As the document of the fingerprint had it. */
  state: string;
  completed: 'Y' | 'N';
}

/**
 * Continues a payment whose issuer had to identify the browser: it waits for a challenge then, or goes to the processor.
 * V107 where no fingerprint is awaited, V106 when it came too late, V108 for a state of another payment, X208 where the 3-D Secure
 * server did not respond; after the last two the payment keeps waiting.
 */
export async function continueAuthentication(
  context: PaymentContext,
  txnId: number,
  { state: sealed, completed }: EndedFingerprint,
): Promise<PaymentReply> {
  const { companyId, installationId, services } = context;
  const [suspended, controls] = await context.inTenant((sql) =>
    pipelined(sql, [
      () => findTransaction(sql, companyId, txnId),
      () => loadControls(sql, companyId, installationId),
    ]),
  );
  if (!suspended) throw problems.unknownTransaction();
  const refuseStep = (code: PaymentRefusal['code']) =>
    recordRefusal(services.database, context, 'resume', { code, transactionId: txnId });
  const stored = suspended.detail.threeDSecure;
  if (suspended.txnStatus === 'EXPIRED') return refuseStep('V106');
  if (suspended.txnStatus !== 'SUSPENDED_THREE_D_SECURE' || !stored?.fingerprint) return refuseStep('V107');
  const state = openState(context, txnId, sealed);
  if (!state.ok) return refuseStep(state.code);
  const setup = await services.processors.current();
  const threeDSecure = setup.open(suspended.connectionId, { installationId })?.threeDSecure;
  if (!threeDSecure) return refuseStep('X208');
  const { scheme, fingerprint: _form, state: _sealed, challenge: _none, ...fields } = stored;
  const result = await threeDSecure.continue({
    reference: String(txnId),
    scheme: String(suspended.cardScheme),
    fields,
    state: state.value,
    completed,
  });
  switch (result.kind) {
    case 'proceed':
      return resumeAuthenticated(context, {
        suspended,
        controls,
        authentication: { ...result.fields, scheme },
      });
    case 'challenge':
      return waitForChallenge(context, suspended, result);
    default:
      return refuseStep(result.kind === 'invalid' ? 'V108' : 'X208');
  }
}

/** Compare-and-set: one of several tabs stores its challenge, and the others show that one. */
async function waitForChallenge(
  context: PaymentContext,
  suspended: TransactionRecord,
  { fields, form, state }: Challenge,
): Promise<PaymentReply> {
  const { companyId, now } = context;
  const { txnId, detail, txnType: type } = suspended;
  const { scheme } = detail.threeDSecure ?? {};
  const authentication: StoredAuthentication = {
    ...fields,
    scheme,
    challenge: form,
    // Sealed even where the server gave none: each step has another state (isAtStep).
    state: sealState(context, txnId, state ?? ''),
  };
  return context.inTenant(async (sql) => {
    const updated = await sql`
      with was as (
        select txn_id, company_id, txn_status, reason_code from txn
        where txn_id = ${txnId} and company_id = ${companyId} and txn_status = 'SUSPENDED_THREE_D_SECURE'
          and ${isAtStep(sql, suspended)} for update
      ), changed as (
        update txn t set detail = ${sql.json({ ...detail, threeDSecure: authentication })},
          ${touchColumns(sql, now)}
        from was where t.txn_id = was.txn_id and t.company_id = was.company_id
        returning t.*
      ), counted as (${recordUpdate(sql)})
      select txn_id from changed`;
    if (updated.length > 0) {
      const challenged = { type, authentication: 'CHALLENGE' };
      await audit(sql, context, 'resume', { objectId: String(txnId), outcome: 'U100', detail: challenged });
    }
    return respond(sql, companyId, txnId, context.services.clock.now());
  });
}
