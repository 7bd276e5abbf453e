import { Problem } from '#shared/problem.ts';
import type { PaymentReply } from '../payment-response.ts';
import type { Operation } from '../request/parse-payment.ts';
import type { PaymentBody } from '../request/request-schemas.ts';
import { authorise } from './authorise.ts';
import { draftPayment, routedPayment } from './draft-payment.ts';
import { type PaymentContext, recordRefusal } from './payment-context.ts';
import { type Draft, type Judged, type Screened, planCallbacks, requirementsFor } from './payment-stages.ts';
import { OtherCardId, type Prepared, persistPayment, preparePayment } from './persist-payment.ts';
import { buildSaleOperation } from './processor-client.ts';
import { type BeginResult, runOnce } from './run-once.ts';
import { screenPayment } from './screen-payment.ts';

/**
 * The life of a new payment, payout or verify, from top to bottom (docs/domain.md#lifecycle). What the draft refuses leaves
 * no transaction; everything after it leaves one, failed or not. The intent is committed before the processor is called, so
 * after a crash the sweeper finds it, and every end goes through `endTransaction`.
 */
export async function createPayment(
  context: PaymentContext,
  body: PaymentBody,
  operation: Operation,
): Promise<PaymentReply> {
  const { database } = context.services;
  // Draft: a valid request.
  const drafted = await draftPayment(context, body, operation);
  if (!drafted.ok) return recordRefusal(database, context, operation, { ...drafted, operation });
  const draft = drafted.value;
  if (operation === 'payout') await requirePayoutApproval(context, draft);
  // Screened: what is known before it is stored.
  const screened = await screenPayment(context, draft);
  // Judged → Initial: decided and stored in one transaction, with its intent.
  const stored = await storePayment(context, operation, screened);
  if (stored.kind === 'respond') return stored.reply;
  const judged = stored.value;
  // Pre-authorisation callback → processor → checks and post-authorisation callback → settlement, which ends it.
  const sending = {
    operation: buildSaleOperation(judged),
    connection: judged.route.connection,
    failover: canFailOver(judged) ? routedPayment(context, judged) : undefined,
  };
  return authorise(context, judged.txnId, sending, {
    requirements: requirementsFor(judged),
    callbacks: planCallbacks(judged.type, judged.request.callbacks),
  });
}

/** Again with the id that a card has got meanwhile: another payment was its first one. */
async function storePayment(
  context: PaymentContext,
  operation: Operation,
  screened: Screened,
): Promise<BeginResult<Judged>> {
  const { txnId, card } = screened;
  try {
    return await runOnce(
      context,
      operation,
      txnId,
      (sql, prepared: Prepared) => persistPayment(sql, context, screened, prepared),
      (sql) => preparePayment(sql, context, screened),
    );
  } catch (error) {
    if (!(error instanceof OtherCardId)) throw error;
    return storePayment(context, operation, { ...screened, card: { ...card, fingerprint: error.cardId } });
  }
}

/** A card that a processor keeps already, and an authentication that it made or makes, bind the payment to it. */
const canFailOver = ({ request, heldCard, threeDSecure, authenticate }: Judged): boolean =>
  'card' in request.source &&
  heldCard === undefined &&
  threeDSecure === undefined &&
  authenticate === undefined;

/** Before the processor gets the card. */
async function requirePayoutApproval(
  { merchantId, inTenant, requireApproval }: PaymentContext,
  { request: { amountMinor: minor, currency, merchantRef, source } }: Draft,
): Promise<void> {
  if (!requireApproval) return;
  // A security code is never stored, not even sealed.
  const hasCode = 'cv2' in source && source.cv2 !== undefined;
  const refusedWith = hasCode
    ? new Problem(400, 'V104', 'A payout that waits for approval takes no security code')
    : undefined;
  const summary = {
    organisationId: merchantId,
    objectId: null,
    objectName: merchantRef ?? null,
    refusedWith,
  };
  await inTenant((sql) => requireApproval(sql, { ...summary, amount: { minor, currency } }));
}
