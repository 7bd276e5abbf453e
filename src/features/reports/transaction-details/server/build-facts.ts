import { isLiabilityShifted } from '#shared/payments/authentication.ts';
import { hasMovedMoney } from '#shared/payments/transaction-kind.ts';
import { formatMinor } from '#shared/money.ts';
import type { TransactionRecord } from '#features/payments/payments/server/db/transactions.ts';
import type { TransactionDetails } from '../schemas.ts';
import { detailParts } from '../detail-parts.ts';

type Actions =
  | 'refundInformation'
  | 'captureInformation'
  | 'cancelInformation'
  | 'repeatInformation'
  | 'cardPause'
  | 'addScheduleInformation'
  | 'receiptInformation'
  | 'newTransactionInformation';
type Guarded =
  | 'scheduleData'
  | 'linkedScheduleId'
  | 'nextScheduledRepeat'
  | 'decisionDetails'
  | 'queueTask'
  | 'samePayments'
  | 'settlement'
  | 'connection'
  | 'waitingApprovals'
  | 'rulesServiceResult'
  | 'fraudGuardInformation';

/** The parts that every user with access to the transaction may see. */
type Facts = Omit<
  TransactionDetails,
  | 'life'
  | 'relatedEvents'
  | 'disputes'
  | 'fraudReported'
  | 'customFields'
  | 'authorisationInformation'
  | 'chargeInformation'
  | Actions
  | Guarded
>;

/** The stored transaction under the wire names of docs/domain.md#transaction-details. */
export function buildFacts(row: TransactionRecord): Facts {
  const money = (minor: number) => formatMinor(minor, row.ccyCode);
  const sign = row.direction === -1 ? -1 : 1;
  const { detail } = row;
  return {
    transactionId: String(row.txnId),
    transactionRootId: String(row.rootId),
    relatedTransactionId: row.relatedId === null ? null : String(row.relatedId),
    merchantId: row.merchantId,
    merchantName: row.merchantName,
    installationId: row.installationId,
    transactionTime: row.txnDatetime.toISOString(),
    lastUpdatedTime: row.updatedAt.toISOString(),
    type: row.txnType,
    transactionStatus: row.txnStatus,
    stage: row.txnStage,
    processingModel: row.processingModel,
    reasonCode: row.reasonCode,
    reasonMessage: row.reasonMessage,
    requestedAmount: money(sign * row.requestedMinor),
    consumerSpend: money(sign * Number(row.amountMinor)),
    moneyMoved: money(hasMovedMoney(row.txnType, row.txnStatus) ? sign * Number(row.amountMinor) : 0),
    currencyCode: row.ccyCode,
    localAmount: null,
    localCurrencyCode: null,
    merchantReference: row.merchRef,
    transactionDescription: row.description,
    refundReason: row.refundReason,
    refundNote: row.refundNote,
    arn: row.arn,
    refundExpectedDate: row.refundExpectedDate,
    salesChannel: row.salesChannel,
    commerceType: row.commerceType,
    recurring: row.continuousAuthorityType === 'RECURRING',
    instalment: row.continuousAuthorityType === 'INSTALMENT',
    paymentClass: row.paymentClass,
    paymentProduct: row.paymentProduct,
    ...cardFacts(row),
    acquirerName: row.acquirer,
    authoriserStatus: row.authoriserStatus,
    authoriserCode: row.authoriserCode,
    adviceCode: row.adviceCode,
    authoriserMessage: row.authoriserMessage,
    authCode: row.authCode,
    gatewayReference: row.gatewayReference,
    gatewaySettlement: row.gatewaySettlement,
    cv2Check: row.cv2Check,
    avsAddressCheck: row.avsAddressCheck,
    avsPostcodeCheck: row.avsPostcodeCheck,
    ...customerFacts(row),
    ipAddress: row.ipAddress,
    ipCountry: row.ipCountry,
    ...threeDSecureFacts(row),
    riskStop: parseStored('riskStop', detail.riskStop),
    basketReference: detail.basketReference ?? null,
    secureToken: null,
    paymentMethodSource: parseStored('paymentMethodSource', detail.paymentMethodSource),
    networkTokenDetails: parseStored('networkTokenDetails', detail.networkTokenDetails),
    multiAuthorisation: null,
    accountFunding: parseStored('accountFunding', detail.accountFunding),
    payoutRecipientData: parseStored('payoutRecipientData', detail.payoutRecipientData),
    orderDetails: parseStored('orderDetails', detail.orderDetails),
    strongCustomerAuthentication: parseStored(
      'strongCustomerAuthentication',
      detail.strongCustomerAuthentication,
    ),
    alternativePaymentInformation: null,
  };
}

function cardFacts(row: TransactionRecord) {
  return {
    maskedPan: row.maskedPan,
    cardCorrelationId: row.cardCorrelationId,
    cardExpiryDate: row.cardExpiry,
    cardHolderName: row.cardHolderName,
    cardScheme: row.cardScheme,
    cardUsageType: row.cardUsage,
    cardIssuer: row.cardIssuer,
    issuerCountry: row.issuerCountry,
    merchantToken: row.registered ? row.cardToken : null,
  };
}

function customerFacts(row: TransactionRecord) {
  const { billingAddress: address, financialServices } = row.detail;
  return {
    customerMerchantReference: row.customerRef,
    customerName: row.customerName,
    customerEmailAddress: row.customerEmail,
    customerPhoneNumber: row.customerPhone,
    customerAddressCountry: row.customerCountry,
    customerAddressDistrict: null,
    customerAddressState: address?.region ?? null,
    dateOfBirth: financialServices?.dateOfBirth ?? null,
    surname: financialServices?.surname ?? null,
    accountNumber: financialServices?.accountNumber ?? null,
    postCode: financialServices?.postCode ?? null,
    billingAddress: address
      ? Object.fromEntries(Object.entries(address).map(([line, value]) => [line, value ?? null]))
      : null,
  };
}

/** A stored part that the merchant sent; null when its stored form no longer fits the contract. */
function parseStored<
  N extends
    | 'riskStop'
    | 'paymentMethodSource'
    | 'networkTokenDetails'
    | 'accountFunding'
    | 'payoutRecipientData'
    | 'orderDetails'
    | 'strongCustomerAuthentication',
>(name: N, value: unknown): Facts[N] {
  const read = detailParts[name].safeParse(value ?? null);
  return (read.success ? read.data : null) as Facts[N];
}

type Names = Extract<keyof TransactionDetails, `threeDSecure${string}` | 'versionsAttempted'>;

const schemes: Readonly<Record<string, string>> = {
  VISA: 'VISA_SECURE',
  MASTERCARD: 'MASTERCARD_IDENTITY_CHECK',
  AMEX: 'AMEX_SAFEKEY',
};

/** The 3-D Secure result; all null when it was not used. */
function threeDSecureFacts(row: TransactionRecord): Pick<TransactionDetails, Names> {
  const status = row.threeDSecureStatus;
  const enrolment = row.threeDSecureEnrolment;
  const eci = row.threeDSecureEci;
  const protocol = row.threeDSecureVersion;
  const scheme = row.cardScheme;
  const wasUsed = status !== null || enrolment !== null;
  const authentication = row.detail.strongCustomerAuthentication;
  return {
    threeDSecureStatus: status,
    threeDSecureProtocolVersion: protocol,
    threeDSecureVersion: protocol?.split('.')[0] ?? null,
    threeDSecureAuthorisation: row.detail.threeDSecure?.dsTransactionId ?? null,
    threeDSecureEnrolmentStatus: enrolment,
    threeDSecureECI: eci,
    threeDSecureScheme: wasUsed ? (row.detail.threeDSecure?.scheme ?? schemes[scheme ?? ''] ?? null) : null,
    threeDSecureChallengeRequest: (authentication?.challengeRequested as string | undefined) ?? null,
    threeDSecureFrictionless: (row.threeDSecureFrictionless as boolean | null) ?? null,
    threeDSecureLiabilityShift: isLiabilityShifted(eci, scheme),
    threeDSecureExemption: row.detail.exemption?.type ?? null,
    threeDSecureCardHolderInfo: null,
    versionsAttempted:
      protocol === null || !wasUsed
        ? []
        : (row.detail.threeDSecure?.versionsAttempted?.slice() ?? [
            { version: Number(protocol.split('.')[0]), availability: threeDSecureAvailability(enrolment) },
          ]),
  };
}

function threeDSecureAvailability(enrolment: string | null): string {
  if (enrolment === 'NOT_ENROLLED') return 'ISSUER_NO_V2';
  return enrolment === 'ENROLLED' ? 'AVAILABLE' : 'ERROR';
}
