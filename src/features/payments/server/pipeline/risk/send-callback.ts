import type { TenantSql } from '#database/tenant.ts';
import {
  type MerchantReply,
  requestMerchantDecision,
} from '#features/notifications/server/callbacks/request-merchant-decision.ts';
import { type StoredSecret, loadSecretStatus } from '#features/notifications/server/outbox/secret-store.ts';
import type { QuestionName } from '#features/notifications/merchant-decision.ts';
import type { Callback } from '#features/payments/request/callbacks.ts';
import type { ProcessorAnswer } from '#integrations/processor.ts';
import type { PaymentResponse } from '#features/payments/endpoints.ts';
import { renderOperation } from '../response/render-payment.ts';
import { storedTransaction } from '../store/payment-store.ts';
import type { SettlementContext } from './reverse.ts';

/** What a shop is told when it is asked, and with what that is signed. */
export interface About {
  installationId: number;
  secret: StoredSecret;
  contents: object;
  turn?: number;
}

/** The transaction as the merchant API shows it; how it ended is the question, so that is left out. */
export async function questionAbout(
  sql: TenantSql,
  { companyId, services }: SettlementContext,
  txnId: number,
  approved?: ProcessorAnswer,
): Promise<About> {
  const row = await storedTransaction(sql, companyId, txnId);
  if (!row) throw new Error(`transaction ${txnId} vanished`);
  const { installationId } = row;
  const { body } = await renderOperation(sql, companyId, txnId, services.clock.now());
  const { outcome: _open, link: _links, ...shown } = body;
  return {
    installationId,
    secret: await loadSecretStatus(sql, companyId, installationId),
    contents: approved ? withAnswer(shown, approved) : shown,
  };
}

/** The approval is not booked before the shop has spoken, but it decides by what was compared. */
function withAnswer(shown: Partial<PaymentResponse>, answer: ProcessorAnswer): object {
  const { route, acquirerName, statusCode, message, authCode, gatewayReference, settlementDate } = answer;
  const authResponse = {
    statusCode,
    acquirerName,
    message,
    authCode,
    gatewayReference,
    gatewaySettlement: settlementDate,
    avsAddressCheck: answer.addressCheck,
    avsPostcodeCheck: answer.postcodeCheck,
    cv2Check: answer.cv2Check,
    status: 'AUTHORISED',
  };
  return { ...shown, processing: { ...shown.processing, route, authResponse } };
}

export function sendCallback(
  { services }: SettlementContext,
  name: QuestionName,
  txnId: number,
  target: Callback,
  about: About,
): Promise<MerchantReply> {
  return requestMerchantDecision(services, { name, txnId, target, ...about });
}
