import * as z from 'zod/mini';
import type { CardCheckResults, ProcessorResponse, WalletCard } from '../adapter.ts';
import { rawCode, readAvs, readCvc, refusalCode } from './adyen-codes.ts';
import { joinCredential } from '../stored-credential.ts';

const texts = z.optional(z.record(z.string(), z.string()));

/** The parts of a payment's response that we read. */
export const paymentResult = z.object({
  pspReference: z.optional(z.string()),
  resultCode: z.string(),
  refusalReason: z.optional(z.string()),
  refusalReasonCode: z.optional(z.string()),
  authCode: z.optional(z.string()),
  paymentMethod: z.optional(z.object({ type: z.optional(z.string()), brand: z.optional(z.string()) })),
  additionalData: texts,
});
export type PaymentResult = z.infer<typeof paymentResult>;

/** A capture, refund or cancellation is taken; its result comes as an event. */
export const modificationResult = z.object({ status: z.literal('received'), pspReference: z.string() });

export const storedMethod = z.object({ id: z.string() });

const isMastercard = ({ paymentMethod, additionalData }: PaymentResult): boolean =>
  /^(?:mc|maestro)/.test(paymentMethod?.brand ?? additionalData?.paymentMethod ?? '');

/** What every result has: references, checks and codes, from `additionalData` as far as the account sends it. */
function commonFacts(result: PaymentResult, shopper: string | undefined) {
  const { pspReference = '', additionalData: data = {} } = result;
  const [addressCheck, postcodeCheck] = readAvs(data.avsResult);
  const token = data['tokenization.storedPaymentMethodId'] ?? data['recurring.recurringDetailReference'];
  const facts: Omit<ProcessorResponse, 'result' | 'statusCode' | 'message'> = {
    gatewayReference: pspReference,
    addressCheck,
    postcodeCheck,
    cv2Check: readCvc(data.cvcResult),
  };
  if (data.networkTxReference) facts.networkTransactionId = data.networkTxReference;
  if (data.eci && /^\d{2}$/.test(data.eci)) facts.eci = data.eci;
  if (data.acquirerCode) facts.acquirerName = data.acquirerCode;
  if (data.merchantAdviceCode) facts.adviceCode = data.merchantAdviceCode.slice(0, 2);
  if (token && shopper) facts.credential = joinCredential(shopper, token);
  const card = readWalletCard(result);
  if (card) facts.card = card;
  return facts;
}

const schemes: readonly [prefix: RegExp, NonNullable<WalletCard['scheme']>][] = [
  [/^(?:visa|electron)/, 'VISA'],
  [/^(?:mc|maestro)/, 'MASTERCARD'],
  [/^amex/, 'AMEX'],
  [/^jcb/, 'JCB'],
  [/^discover/, 'DISCOVER'],
  [/^diners/, 'DINERS'],
];

/** The card behind a wallet, as far as the account sends it: Adyen names the wallet in the method's variant. */
function readWalletCard({ paymentMethod, additionalData: data = {} }: PaymentResult): WalletCard | undefined {
  const names = [data.paymentMethodVariant, data.paymentMethod, paymentMethod?.type, paymentMethod?.brand];
  if (!names.some((name) => /(?:apple|google)pay/.test(name ?? ''))) return undefined;
  const brand = names.find((name) => schemes.some(([prefix]) => prefix.test(name ?? ''))) ?? '';
  const scheme = schemes.find(([prefix]) => prefix.test(brand))?.[1];
  const lastFour = /^\d{4}$/.exec(data.cardSummary ?? '')?.[0];
  const [, month, year] = /^(\d{1,2})\/20(\d\d)$/.exec(data.expiryDate ?? '') ?? [];
  const usage = /^(CREDIT|DEBIT)$/.exec(data.fundingSource ?? '')?.[0] as WalletCard['usage'];
  return {
    ...(scheme ? { scheme } : {}),
    ...(lastFour ? { lastFour } : {}),
    ...(month && year ? { expiry: `${month.padStart(2, '0')}${year}` } : {}),
    ...(usage ? { usage } : {}),
  };
}

type ReadResult =
  | { kind: 'response'; response: ProcessorResponse }
  | { kind: 'pending'; checks: CardCheckResults }
  /** What was authorised in part must be released. */
  | { kind: 'release'; response: ProcessorResponse }
  /** The issuer may hold money all the same: it is cancelled as a precaution. */
  | { kind: 'cancel'; response: ProcessorResponse }
  | { kind: 'unreadable' };

/** The result of a payment or payout. A result code that we do not have is never guessed. */
export function readPaymentResult(result: PaymentResult, shopper: string | undefined): ReadResult {
  const facts = commonFacts(result, shopper);
  const { addressCheck, postcodeCheck, cv2Check } = facts;
  const { refusalReason = '', refusalReasonCode = '', additionalData: data = {} } = result;
  const code = rawCode(data.refusalReasonRaw) ?? refusalCode(refusalReasonCode, isMastercard(result));
  const declined = (statusCode: string, message: string): ProcessorResponse => ({
    ...facts,
    credential: undefined,
    result: 'DECLINED',
    statusCode,
    message,
  });
  switch (result.resultCode) {
    case 'Authorised': {
      const authCode = result.authCode ?? data.authCode;
      const message = authCode ? `AUTH CODE:${authCode}` : 'Authorised';
      const response: ProcessorResponse = { ...facts, result: 'APPROVED', statusCode: '00', message };
      return { kind: 'response', response: authCode ? { ...response, authCode } : response };
    }
    case 'Refused':
    case 'Cancelled':
      return { kind: 'response', response: declined(code, refusalReason || 'Refused') };
    case 'Error': {
      const statusCode = refusalReasonCode === '9' ? '91' : '96';
      const message = refusalReason || 'The acquirer could not be reached';
      return { kind: 'cancel', response: { ...facts, result: 'UNREACHABLE', statusCode, message } };
    }
    case 'PartiallyAuthorised':
      return { kind: 'release', response: declined('51', 'Only a part of the amount was authorised') };
    case 'Pending':
    case 'Received':
      return { kind: 'pending', checks: { addressCheck, postcodeCheck, cv2Check } };
    case 'IdentifyShopper':
    case 'ChallengeShopper':
    case 'RedirectShopper':
      return { kind: 'response', response: declined('1A', 'The issuer requires an authentication') };
    default:
      return { kind: 'unreadable' };
  }
}

/** Adyen refuses the request itself: a field is wrong, or the account may not do this. */
export const refusedRequest = ({
  errorCode,
  message,
}: {
  errorCode: string;
  message: string;
}): ProcessorResponse => ({
  result: 'DECLINED',
  statusCode: '30',
  message: `${errorCode} ${message}`.trim().slice(0, 200),
  gatewayReference: '',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
});
