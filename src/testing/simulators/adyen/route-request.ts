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
import type { PaymentRequest } from './requests.ts';
import { createStoredMethod, deleteStoredMethod, listStoredMethods } from './stored-methods.ts';
import { readPaymentRequest, takePayment } from './take-payment.ts';

const modification = /^\/payments\/([^/]+)\/(captures|refunds|cancels|reversals)$/;

/** Checkout v72; the live address has `/checkout` in front. */
export function routeRequest(account: AdyenAccount, request: SimulatedRequest): SimulatedAnswer {
  captureWhenDue(account);
  const path = request.path.replace(/^(\/checkout)?\/v72/, '');
  if (request.method !== 'POST') return routeStoredMethods(account, request, path);
  const body = readBody(account, request.body);
  const [, psp, kind] = modification.exec(path) ?? [];
  if (psp && kind) return modifyPayment(account, kind as ModificationKind, psp, body as ModificationRequest);
  if (path === '/payments') {
    const payment = body as PaymentRequest;
    return takePayment(account, payment, readPaymentRequest(account, payment));
  }
  if (path === '/cancels') return cancelByReference(account, body as ModificationRequest);
  if (path === '/storedPaymentMethods') return createStoredMethod(account, body as PaymentRequest);
  return { status: 404, body: '' };
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
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestError('702', `Unexpected input: ${text.slice(0, 1)}`, 400);
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new RequestError('702', 'Unexpected input', 400);
  }
  const { merchantAccount } = body as { merchantAccount?: string };
  requireMerchantAccount(account, merchantAccount);
  return body;
}

function requireMerchantAccount(account: AdyenAccount, name: string | undefined): void {
  if (name !== account.options.merchantAccount) {
    throw new RequestError('901', 'Invalid Merchant Account', 403, 'security');
  }
}
