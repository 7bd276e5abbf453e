import type { TenantSql } from '#database/tenant.ts';
import { type PaymentContext, type PaymentReply, audit, refusal } from '../payment-context.ts';
import type { PaymentDraft } from '../payment-draft.ts';
import { lacksName, mayRegister } from './card-lookup.ts';
import { guardAgainstDuplicate, saveResponse } from './idempotency-keys.ts';
import { saveCustomer } from './vault-store.ts';

/** The customer's id, or the refusal, which is kept under the key like any answer. */
export async function checkBeforePersisting(
  sql: TenantSql,
  context: PaymentContext,
  { txnId, type, request, card }: PaymentDraft,
): Promise<PaymentReply | number | null> {
  const { companyId, merchantId, installationId } = context;
  const { merchantRef, amountMinor, currency, operation } = request;
  if (merchantRef !== undefined) {
    const signature = [installationId, type, merchantRef, amountMinor, currency, card.fingerprint];
    if (!(await guardAgainstDuplicate(sql, context, txnId, signature))) {
      return refuseKept(sql, context, operation, txnId, 'A126');
    }
  }
  if (await lacksName(sql, companyId, merchantId, request.customer, card)) {
    return refuseKept(sql, context, operation, txnId, 'A118');
  }
  const customerId = await saveCustomer(sql, companyId, merchantId, request.customer, context.now);
  if (customerId === 'unknown') return refuseKept(sql, context, operation, txnId, 'A108');
  const owner = card.customerId;
  // A token belongs to one customer; naming another one is a mistake or a theft.
  if (owner !== null && customerId !== null && customerId !== owner) {
    return refuseKept(sql, context, operation, txnId, 'A109');
  }
  if (customerId !== null && request.registers && 'card' in request.source) {
    const refused = await mayRegister(sql, companyId, customerId, card, registersAgain(request));
    if (refused) return refuseKept(sql, context, operation, txnId, refused);
  }
  return customerId ?? owner;
}

/** Paying with a known card is no fault; verifying it only to register it once more is one. */
const registersAgain = ({ operation, registers }: PaymentDraft['request']): boolean =>
  operation === 'verify' && registers === 'explicitly';

async function refuseKept(
  sql: TenantSql,
  context: PaymentContext,
  act: string,
  txnId: number,
  code: 'A108' | 'A109' | 'A118' | 'A119' | 'A122' | 'A126',
): Promise<PaymentReply> {
  const reply = refusal(code);
  await saveResponse(sql, txnId, reply);
  await audit(sql, context, act, { outcome: code });
  return reply;
}
