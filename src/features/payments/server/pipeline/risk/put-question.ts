import type { TenantSql } from '#database/tenant.ts';
import { type ShopReply, askShop } from '#features/notifications/server/questions/ask-shop.ts';
import { type StoredSecret, secretStanding } from '#features/notifications/server/outbox/secret-store.ts';
import type { QuestionName } from '#features/notifications/shop-decision.ts';
import type { Callback } from '#features/payments/request/callbacks.ts';
import type { ProcessorAnswer } from '#outside/processor.ts';
import type { PaymentAnswer } from '#features/payments/calls.ts';
import { renderOperation } from '../answer/render-payment.ts';
import { storedTransaction } from '../store/payment-store.ts';
import type { Booking } from './reverse.ts';

/** What a shop is told when it is asked, and with what that is signed. */
export interface About {
  installationId: number;
  secret: StoredSecret;
  contents: object;
}

/** The transaction as the merchant API shows it; how it ended is the question, so that is left out. */
export async function questionAbout(
  sql: TenantSql,
  { companyId, services }: Booking,
  txnId: number,
  approved?: ProcessorAnswer,
): Promise<About> {
  const row = await storedTransaction(sql, companyId, txnId);
  if (!row) throw new Error(`transaction ${txnId} vanished`);
  const { installation_id: installationId } = row;
  const { body } = await renderOperation(sql, companyId, txnId, services.clock.now());
  const { outcome: _open, link: _links, ...shown } = body;
  return {
    installationId,
    secret: await secretStanding(sql, companyId, installationId),
    contents: approved ? withAnswer(shown, approved) : shown,
  };
}

/** The approval is not booked before the shop has spoken, but it decides by what was compared. */
function withAnswer(shown: Partial<PaymentAnswer>, answer: ProcessorAnswer): object {
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

export function putQuestion(
  { services }: Booking,
  name: QuestionName,
  txnId: number,
  target: Callback,
  about: About,
): Promise<ShopReply> {
  return askShop(services, { name, txnId, target, ...about });
}
