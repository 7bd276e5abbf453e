import type { SimulatedAnswer } from '../http-messages.ts';
import type { AdyenAccount, Decision, Payment } from './account.ts';
import { readCard } from './cards.ts';
import { captureWhenDue } from './captures.ts';
import { exponentOf } from './currency.ts';
import { decidePayment } from './decide-payment.ts';
import { RequestError } from './request-error.ts';
import type { Amount, CardFacts, PaymentRequest } from './requests.ts';
import { readWalletToken, walletOf } from './wallets.ts';
import { findStoredCard, newNetworkReference, requireShopperReference, storeCard } from './stored-methods.ts';

/** What an earlier authentication adds to the payment. */
export interface Proof {
  eci?: string;
  isAuthenticated: boolean;
  version?: string;
}

/** POST /payments without 3-D Secure at Adyen: the answer is the issuer's. */
export function takePayment(
  account: AdyenAccount,
  request: PaymentRequest,
  card: CardFacts,
): SimulatedAnswer {
  return authorise(account, request, card, proofOf(request));
}

/** Throws Adyen's errors for a request that never becomes a payment. */
export function readPaymentRequest(account: AdyenAccount, request: PaymentRequest): CardFacts {
  requireAmount(request.amount);
  if (!request.reference) throw new RequestError('130', "Required field 'reference' is not provided.");
  if (!request.returnUrl) throw new RequestError('14_030', 'Return URL is missing.');
  const { paymentMethod } = request;
  if (!paymentMethod) throw new RequestError('14_006', "Required object 'paymentMethod' is not provided.");
  const { type = 'scheme' } = paymentMethod;
  if (walletOf(paymentMethod)) return readWalletToken(paymentMethod);
  if (type !== 'scheme' && type !== 'card') throw new RequestError('905_1', `Unknown method ${type}`);
  const token = paymentMethod.storedPaymentMethodId ?? paymentMethod.recurringDetailReference;
  if (request.shopperInteraction === 'ContAuth' && !request.recurringProcessingModel) {
    throw new RequestError('107', 'Recurring processing model is not provided');
  }
  return token ? findStoredCard(account, token, request.shopperReference) : readCard(paymentMethod);
}

export function requireAmount(amount: Amount | undefined): Amount {
  if (!amount) throw new RequestError('100', "Required object 'amount' is not provided.");
  if (exponentOf(amount.currency) === undefined) {
    throw new RequestError('138', 'Unsupported currency specified');
  }
  if (!Number.isSafeInteger(amount.value) || amount.value < 0) {
    throw new RequestError('137', 'Invalid amount specified');
  }
  return amount;
}

export function authorise(
  account: AdyenAccount,
  request: PaymentRequest,
  card: CardFacts,
  proof: Proof | undefined,
  /** Of a card that was authenticated before and whose CVC is gone. */
  cvcResult?: string,
): SimulatedAnswer {
  const amount = requireAmount(request.amount);
  const decided = decidePayment(account, request, card);
  const decision = cvcResult === undefined ? decided : { ...decided, cvcResult };
  const payment: Payment = {
    pspReference: account.newReference(),
    reference: request.reference ?? '',
    amount,
    card: { ...card, holderName: request.paymentMethod?.holderName ?? card.holderName },
    resultCode: decision.resultCode,
    createdAt: account.now(),
    captureAt: captureTime(account, request),
    authorised: 0,
    captured: 0,
    refunded: 0,
    cancelled: 0,
    chargedBack: 0,
    movements: [],
    shopperReference: request.shopperReference,
  };
  account.payments.set(payment.pspReference, payment);
  const additionalData = additionalDataOf(account, request, payment, decision, proof);
  if (decision.resultCode === 'Received' || decision.resultCode === 'Pending') {
    account.later(() => {
      const final = { ...decision, resultCode: decision.finalResult };
      finishPayment(account, payment, final, additionalDataOf(account, request, payment, final, proof));
    });
  } else finishPayment(account, payment, decision, additionalData);

  const { refusalReason, refusalReasonCode, resultCode } = decision;
  const isApproved = resultCode === 'Authorised' || resultCode === 'PartiallyAuthorised';
  return {
    status: 200,
    body: {
      additionalData,
      pspReference: payment.pspReference,
      resultCode,
      refusalReason,
      refusalReasonCode,
      merchantReference: payment.reference,
      ...(isApproved
        ? {
            amount: { ...amount, value: payment.authorised || amount.value },
            paymentMethod: { type: walletOf(request.paymentMethod ?? {}) ?? 'scheme', brand: card.brand },
          }
        : {}),
    },
  };
}

/** Books the final result and makes its event. */
function finishPayment(
  account: AdyenAccount,
  payment: Payment,
  decision: Decision,
  additionalData: Record<string, string>,
): void {
  const { amount, card } = payment;
  const { resultCode: result } = decision;
  const isApproved = result === 'Authorised' || result === 'PartiallyAuthorised';
  payment.resultCode = result;
  if (isApproved) {
    const partial = result === 'PartiallyAuthorised' ? Math.floor(amount.value / 2) : amount.value;
    payment.authorised = decision.authorisedValue ?? partial;
    if (payment.captureAt) account.awaitingCapture.add(payment);
  }
  const { authCode, expiryDate } = additionalData;
  account.events.add({
    eventCode: 'AUTHORISATION',
    isSuccess: isApproved,
    pspReference: payment.pspReference,
    merchantReference: payment.reference,
    amount: isApproved ? { ...amount, value: payment.authorised } : amount,
    paymentMethod: card.brand,
    reason: isApproved
      ? `${authCode ?? ''}:${card.lastFour}:${expiryDate ?? ''}`
      : (decision.refusalReason ?? result),
    operations: isApproved ? ['CANCEL', 'CAPTURE', 'REFUND'] : undefined,
    additionalData: eventDataOf(additionalData),
  });
  captureWhenDue(account);
}

function captureTime(account: AdyenAccount, request: PaymentRequest): Date | undefined {
  if (request.additionalData?.manualCapture === 'true') return undefined;
  const delay = request.captureDelayHours ?? account.options.captureDelay;
  if (delay === 'manual') return undefined;
  return new Date(account.now().getTime() + delay * 3_600_000);
}

/** A proof that the caller brings from a 3DS server. */
function proofOf({ mpiData }: PaymentRequest): Proof | undefined {
  if (!mpiData) return undefined;
  const { cavv, eci, threeDSVersion, directoryResponse, authenticationResponse } = mpiData;
  const status = authenticationResponse ?? directoryResponse;
  return {
    eci,
    version: threeDSVersion,
    isAuthenticated: Boolean(cavv) && (status === 'Y' || status === 'A'),
  };
}

function additionalDataOf(
  account: AdyenAccount,
  request: PaymentRequest,
  payment: Payment,
  decision: Decision,
  proof: Proof | undefined,
): Record<string, string> {
  const { card } = payment;
  const wallet = walletOf(request.paymentMethod ?? {});
  const isApproved = decision.resultCode === 'Authorised' || decision.resultCode === 'PartiallyAuthorised';
  const data: Record<string, string | undefined> = {
    cvcResult: decision.cvcResult,
    cvcResultRaw: decision.cvcResult.startsWith('1') ? 'M' : decision.cvcResult.startsWith('2') ? 'N' : 'P',
    avsResult: decision.avsResult,
    avsResultRaw: decision.avsResult.split(' ')[0],
    refusalReasonRaw: decision.refusalReasonRaw,
    merchantAdviceCode: decision.merchantAdviceCode,
    authCode: isApproved ? account.random.text('0123456789', 6) : undefined,
    acquirerCode: 'TestPmmAcquirer',
    acquirerReference: account.newReference().slice(0, 11),
    networkTxReference: isApproved ? newNetworkReference(account, card) : undefined,
    cardBin: card.bin,
    cardSummary: card.lastFour,
    cardPaymentMethod: card.brand,
    paymentMethod: card.brand,
    paymentMethodVariant: wallet && `${card.brand}_${wallet}`,
    fundingSource: wallet && 'CREDIT',
    expiryDate: `${Number(card.expiryMonth)}/${card.expiryYear}`,
    shopperReference: request.shopperReference,
    recurringProcessingModel: request.recurringProcessingModel,
    ...(proof
      ? {
          threeDOffered: 'true',
          threeDAuthenticated: String(proof.isAuthenticated),
          liabilityShift: String(proof.isAuthenticated && isApproved),
          eci: proof.eci,
          threeDSVersion: proof.version,
        }
      : {}),
    ...(isApproved ? tokenOf(account, request, card) : {}),
  };
  const { additionalData: switches } = account.options;
  return Object.fromEntries(
    Object.entries(data).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && (switches === 'all' || switches.includes(entry[0])),
    ),
  );
}

/** A refused card is not stored. */
function tokenOf(account: AdyenAccount, request: PaymentRequest, card: CardFacts): Record<string, string> {
  const wants = request.storePaymentMethod || request.enableRecurring || request.enableOneClick;
  if (!wants || request.paymentMethod?.storedPaymentMethodId) return {};
  const shopper = requireShopperReference(request.shopperReference);
  const { method, isNew } = storeCard(account, card, shopper, request.recurringProcessingModel ?? '');
  return {
    'recurring.recurringDetailReference': method.id,
    'recurring.shopperReference': shopper,
    'tokenization.storedPaymentMethodId': method.id,
    'tokenization.shopperReference': shopper,
    'tokenization.store.operationType': isNew ? 'created' : 'alreadyExisting',
  };
}

/** Fields that the AUTHORISATION event has too. The advice of Mastercard is in the response only. */
function eventDataOf(data: Record<string, string>): Record<string, string> {
  const {
    merchantAdviceCode: _advice,
    paymentMethod: _method,
    acquirerReference: _reference,
    ...rest
  } = data;
  return rest;
}
