import { currencies, currencyDigits } from '#shared/currencies.ts';
import { readAppleToken } from '#shared/payments/wallet-token.ts';
import type { WalletSource } from '#shared/payments/wallets.ts';
import type { CardSource, ProcessorOperation, SentOperation } from '../adapter.ts';
import { toProcessorMinor } from '../processor-amount.ts';
import { splitCredential } from '../stored-credential.ts';
import { adyenDigits } from './adyen-codes.ts';

/** Digits of every currency at Adyen. */
export const adyenCurrencies: Readonly<Record<string, number>> = Object.fromEntries(
  currencies().map((currency) => [currency, adyenDigits[currency] ?? currencyDigits(currency) ?? 2]),
);

/** A SALE is captured after an hour, so that one with an unknown result can be cancelled before money moves. */
const saleCaptureDelayHours = 1;

export const amountOf = ({
  amountMinor,
  currency,
}: Pick<ProcessorOperation, 'amountMinor' | 'currency'>) => ({
  value: toProcessorMinor(amountMinor, currency, adyenCurrencies[currency] ?? 2),
  currency,
});

/** Of the installation; an empty one is refused by Adyen with a field. */
export const merchantAccountOf = ({ account }: Pick<SentOperation, 'account'>): string =>
  account.merchantAccount ?? '';

/** The body of `POST /payments`. `returnUrl` is required and unused without a redirect. */
export function buildPayment(operation: ProcessorOperation, returnUrl: string): object {
  const { reference, kind, account, mcc, agreement, keepsCard = false, threeDSecure } = operation;
  const shopperReference = shopperReferenceOf(operation);
  const store = account.store ? { store: account.store } : {};
  return {
    merchantAccount: merchantAccountOf(operation),
    ...store,
    reference,
    amount: kind === 'VERIFY' ? { ...amountOf(operation), value: 0 } : amountOf(operation),
    returnUrl,
    paymentMethod: buildMethod(operation),
    shopperInteraction: interactionOf(operation),
    ...(kind === 'SALE' ? { captureDelayHours: saleCaptureDelayHours } : {}),
    ...buildAdditionalData(operation),
    ...(keepsCard || agreement
      ? {
          recurringProcessingModel: modelOf(operation),
          shopperReference,
          ...(usesStoredCard(operation) ? {} : { storePaymentMethod: true }),
        }
      : {}),
    ...(usesStoredCard(operation) ? { shopperReference, recurringProcessingModel: modelOf(operation) } : {}),
    ...buildPayer(operation),
    ...(operation.descriptor ? { shopperStatement: operation.descriptor } : {}),
    ...(mcc ? { mcc } : {}),
    ...(threeDSecure
      ? {
          mpiData: {
            eci: threeDSecure.eci,
            cavv: threeDSecure.avv,
            dsTransID: threeDSecure.dsTransactionId,
            threeDSVersion: threeDSecure.version,
            directoryResponse: threeDSecure.challenged ? 'C' : threeDSecure.status,
            // Adyen takes it after a challenge only.
            ...(threeDSecure.challenged ? { authenticationResponse: threeDSecure.status } : {}),
          },
        }
      : {}),
  };
}

/** Adyen's names of exemptions. */
const exemptionNames = {
  LOW_VALUE: 'lowValue',
  RISK_ANALYSIS: 'transactionRiskAnalysis',
  CORPORATE: 'secureCorporate',
  TRUSTED: 'trustedBeneficiary',
} as const;

function buildAdditionalData({ kind, exemption }: ProcessorOperation): object {
  const additionalData = {
    ...(kind === 'AUTHORISE' ? { manualCapture: 'true' } : {}),
    ...(exemption ? { scaExemption: exemptionNames[exemption] } : {}),
  };
  return Object.keys(additionalData).length > 0 ? { additionalData } : {};
}

/** The body of a capture, refund, cancellation or reversal. */
export function buildModification(operation: SentOperation): object {
  const { reference, kind } = operation;
  return {
    merchantAccount: merchantAccountOf(operation),
    reference,
    ...(kind === 'VOID' ? {} : { amount: amountOf(operation) }),
  };
}

export function buildMethod({ source }: Pick<ProcessorOperation, 'source'>): object {
  if (source && 'card' in source)
    return {
      type: 'scheme',
      ...cardOf(source.card),
      ...(source.card.holderName ? { holderName: source.card.holderName } : {}),
    };
  if (source && 'wallet' in source) return buildWallet(source.wallet);
  const cv2 = source?.cv2;
  const token = splitCredential(source?.credential ?? '').card;
  return { type: 'scheme', storedPaymentMethodId: token, ...(cv2 ? { cvc: cv2 } : {}) };
}

/** Adyen decrypts it: of Apple's token the encrypted part only, in base64. */
function buildWallet({ kind, token }: WalletSource): object {
  if (kind === 'GOOGLE-PAY') return { type: 'googlepay', googlePayToken: token };
  const paymentData = JSON.stringify(readAppleToken(token)?.paymentData ?? {});
  return { type: 'applepay', applePayToken: Buffer.from(paymentData).toString('base64') };
}

const cardOf = ({ pan, expiry, cv2 }: CardSource) => ({
  number: pan,
  expiryMonth: expiry.slice(0, 2),
  expiryYear: `20${expiry.slice(2)}`,
  ...(cv2 ? { cvc: cv2 } : {}),
});

const usesStoredCard = ({ source }: ProcessorOperation): boolean =>
  source !== undefined && 'credential' in source;

function interactionOf({
  channel,
  source,
  threeDSecure,
}: ProcessorOperation): 'Ecommerce' | 'Moto' | 'ContAuth' {
  if (channel === 'MOTO') return 'Moto';
  // The holder of the stored card was there: its payment had to wait for 3-D Secure.
  if (threeDSecure && channel === 'ECOM') return 'Ecommerce';
  return channel === 'STORED' || (source && 'credential' in source && source.cv2 === undefined)
    ? 'ContAuth'
    : 'Ecommerce';
}

/** The payer is present: CardOnFile. Otherwise by the agreement. */
function modelOf({ agreement, initiator }: ProcessorOperation): string {
  if (agreement?.type === 'RECURRING' || agreement?.type === 'INSTALMENT') return 'Subscription';
  return initiator === 'MERCHANT' ? 'UnscheduledCardOnFile' : 'CardOnFile';
}

/** At least three characters; of a guest, the payment's own. */
export function shopperReferenceOf({
  source,
  payer,
  reference,
}: Pick<ProcessorOperation, 'source' | 'payer' | 'reference'>): string {
  const stored = source && 'credential' in source ? splitCredential(source.credential).owner : '';
  return stored || `shopper-${payer?.reference ?? reference}`;
}

type Address = NonNullable<ProcessorOperation['address']>;

/** Who pays, from where. */
export const buildPayer = ({ address, payer = {} }: Pick<ProcessorOperation, 'address' | 'payer'>) => ({
  ...(address && isWhole(address) ? { billingAddress: buildAddress(address) } : {}),
  ...(payer.email ? { shopperEmail: payer.email } : {}),
  ...(payer.ip ? { shopperIP: payer.ip } : {}),
  ...(payer.telephone ? { telephoneNumber: payer.telephone } : {}),
});

/** Adyen takes an address as a whole or not at all. */
const isWhole = ({ line1, city, postcode, country }: Address): boolean =>
  [line1, city, postcode, country].every((part) => part !== undefined && part !== '');

const buildAddress = ({ line1, line2, city, region, postcode, country }: Address) => ({
  street: line1,
  houseNumberOrName: line2 ?? '',
  city,
  postalCode: postcode?.slice(0, 10),
  country,
  ...(region && region.length <= 3 ? { stateOrProvince: region } : {}),
});
