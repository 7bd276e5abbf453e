import type { SimulatedAnswer, SimulatedRequest } from '../http-messages.ts';
import type { AdyenAccount } from './account.ts';
import { captureWhenDue } from './captures.ts';
import {
  cancelByReference,
  modifyPayment,
  type ModificationKind,
  type ModificationRequest,
} from './modifications.ts';
import { RequestError } from './request-error.ts';
import { brandOf } from './cards.ts';
import type { Disputes } from './disputes.ts';
import { payOut, type PayoutRequest } from './payouts.ts';
import type { PaymentRequest } from './requests.ts';
import type { SettlementReports } from './settlement-report.ts';
import { createStoredMethod, deleteStoredMethod, listStoredMethods } from './stored-methods.ts';
import { readPaymentRequest, takePayment } from './take-payment.ts';
import type { ThreeDSecure } from './three-d-secure.ts';

/** What serves one company account. */
export interface AdyenServices {
  account: AdyenAccount;
  threeDSecure: ThreeDSecure;
  disputes: Disputes;
  reports: SettlementReports;
}

const modification = /^\/payments\/([^/]+)\/(captures|refunds|cancels|reversals)$/;

/** Checkout v72, whose live address has `/checkout` in front, Payout v68 and Disputes v30. */
export function routeRequest(services: AdyenServices, request: SimulatedRequest): SimulatedAnswer {
  const { account, disputes } = services;
  captureWhenDue(account);
  const [, dispute] = /^\/ca\/services\/DisputeService\/v30\/(\w+)$/.exec(request.path) ?? [];
  if (dispute) return disputes.answer(dispute, readBody(account, request.body));
  if (request.path === '/pal/servlet/Payout/v68/payout') {
    return payOut(account, readBody(account, request.body) as PayoutRequest);
  }
  if (request.path.startsWith('/reports/download/')) return download(services, request.path);
  const [, path] = /^(?:\/checkout)?\/v72(\/.+)$/.exec(request.path) ?? [];
  if (!path) return { status: 404, body: '' };
  if (request.method !== 'POST') return routeStoredMethods(account, request, path);
  // Details belong to a payment, and that to the merchant account.
  if (path === '/payments/details') return services.threeDSecure.continue(parseObject(request.body));
  if (path === '/applePay/sessions')
    return openAppleSession(parseObject(request.body) as Record<string, string>);
  return routeCheckout(services, path, readBody(account, request.body));
}

function routeCheckout(services: AdyenServices, path: string, body: object): SimulatedAnswer {
  const { account, threeDSecure } = services;
  const [, psp, kind] = modification.exec(path) ?? [];
  if (psp && kind) return modifyPayment(account, kind as ModificationKind, psp, body as ModificationRequest);
  if (path === '/payments') {
    const payment = body as PaymentRequest;
    const card = readPaymentRequest(account, payment);
    return threeDSecure.isWanted(payment)
      ? threeDSecure.begin(payment, card)
      : takePayment(account, payment, card);
  }
  if (path === '/cancels') return cancelByReference(account, body as ModificationRequest);
  if (path === '/storedPaymentMethods') return createStoredMethod(account, body as PaymentRequest);
  if (path === '/cardDetails') return describeCard(body as { cardNumber?: string });
  return { status: 404, body: '' };
}

/** Apple's session, in base64. It names no merchant account. */
function openAppleSession({
  displayName,
  domainName,
  merchantIdentifier,
}: Record<string, string>): SimulatedAnswer {
  if (!displayName || !domainName || !merchantIdentifier)
    throw new RequestError('100', 'Required field is not provided.');
  const session = { merchantIdentifier, domainName, displayName, nonce: 'simulated' };
  return { status: 200, body: { data: Buffer.from(JSON.stringify(session)).toString('base64') } };
}

function download({ account, reports }: AdyenServices, path: string): SimulatedAnswer {
  const [, name, file = ''] = /^\/reports\/download\/MerchantAccount\/([^/]+)\/([^/]+)$/.exec(path) ?? [];
  requireMerchantAccount(account, name);
  const csv = reports.fileOf(file);
  return csv === undefined
    ? { status: 404, body: '' }
    : { status: 200, headers: { 'content-type': 'text/csv' }, body: csv };
}

function describeCard({ cardNumber = '' }: { cardNumber?: string }): SimulatedAnswer {
  if (!/^\d{6,}/.test(cardNumber)) throw new RequestError('101', 'Invalid card number');
  const brand = brandOf(cardNumber);
  return { status: 200, body: { brands: brand ? [{ type: brand, supported: true }] : [] } };
}

function routeStoredMethods(account: AdyenAccount, request: SimulatedRequest, path: string): SimulatedAnswer {
  const [, id] = /^\/storedPaymentMethods(?:\/([^/]+))?$/.exec(path) ?? [];
  const shopper = request.query.get('shopperReference');
  if (!path.startsWith('/storedPaymentMethods')) return { status: 404, body: '' };
  requireMerchantAccount(account, request.query.get('merchantAccount') ?? undefined);
  if (request.method === 'GET' && !id) return listStoredMethods(account, shopper ?? '');
  if (request.method === 'DELETE' && id) return deleteStoredMethod(account, id, shopper);
  return { status: 404, body: '' };
}

function readBody(account: AdyenAccount, text: string): object {
  const body: { merchantAccount?: string; merchantAccountCode?: string } = parseObject(text);
  requireMerchantAccount(account, body.merchantAccount ?? body.merchantAccountCode);
  return body;
}

function parseObject(text: string): object {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestError('702', `Unexpected input: ${text.slice(0, 1)}`, 400);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestError('702', 'Unexpected input', 400);
  }
  return body;
}

function requireMerchantAccount(account: AdyenAccount, name: string | undefined): void {
  if (name !== account.options.merchantAccount) {
    throw new RequestError('901', 'Invalid Merchant Account', 403, 'security');
  }
}
