import { formatMinor } from '#shared/money.ts';
import type { TransactionRecord } from '#features/payments/server/pipeline/store/payment-store.ts';
import type { TransactionDetails } from '../../endpoints.ts';
import { detailParts } from '../../detail-parts.ts';
import { threeDSecureFacts } from './three-d-secure-facts.ts';

type Actions =
  | 'refundInformation'
  | 'captureInformation'
  | 'cancelInformation'
  | 'repeatInformation'
  | 'addScheduleInformation'
  | 'newTransactionInformation';
type Guarded =
  | 'scheduleData'
  | 'linkedScheduleId'
  | 'nextScheduledRepeat'
  | 'decisionDetails'
  | 'rulesServiceResult'
  | 'fraudGuardInformation';

/** All that anybody sees who may see the transaction. */
export type Facts = Omit<
  TransactionDetails,
  'life' | 'customFields' | 'chargeInformation' | Actions | Guarded
>;

/** The stored transaction under the wire names of docs/domain.md#transaction-details. */
export function buildFacts(row: TransactionRecord): Facts {
  const money = (minor: number) => formatMinor(minor, row.ccyCode);
  const sign = row.direction === -1 ? -1 : 1;
  const { detail } = row;
  const address = detail.billingAddress;
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
    currencyCode: row.ccyCode,
    localAmount: null,
    localCurrencyCode: null,
    merchantReference: row.merchRef,
    transactionDescription: row.description,
    salesChannel: row.salesChannel,
    commerceType: row.commerceType,
    recurring: row.continuousAuthorityType === 'RECURRING',
    instalment: row.continuousAuthorityType === 'INSTALMENT',
    paymentClass: row.paymentClass,
    paymentProduct: row.paymentProduct,
    maskedPan: row.maskedPan,
    cardCorrelationId: row.cardCorrelationId,
    cardExpiryDate: row.cardExpiry,
    cardHolderName: row.cardHolderName,
    cardScheme: row.cardScheme,
    cardUsageType: row.cardUsage,
    cardIssuer: row.cardIssuer,
    issuerCountry: row.issuerCountry,
    merchantToken: row.registered ? row.cardToken : null,
    acquirerName: row.acquirer,
    authoriserStatus: row.authoriserStatus,
    authoriserCode: row.authoriserCode,
    authoriserMessage: row.authoriserMessage,
    authCode: row.authCode,
    gatewayReference: row.gatewayReference,
    gatewaySettlement: row.gatewaySettlement,
    cv2Check: row.cv2Check,
    avsAddressCheck: row.avsAddressCheck,
    avsPostcodeCheck: row.avsPostcodeCheck,
    customerMerchantReference: row.customerRef,
    customerName: row.customerName,
    customerEmailAddress: row.customerEmail,
    customerPhoneNumber: row.customerPhone,
    customerAddressCountry: row.customerCountry,
    customerAddressDistrict: null,
    customerAddressState: address?.region ?? null,
    dateOfBirth: detail.financialServices?.dateOfBirth ?? null,
    surname: detail.financialServices?.surname ?? null,
    accountNumber: detail.financialServices?.accountNumber ?? null,
    postCode: detail.financialServices?.postCode ?? null,
    billingAddress: address
      ? Object.fromEntries(Object.entries(address).map(([line, value]) => [line, value ?? null]))
      : null,
    ipAddress: row.ipAddress,
    ipCountry: row.ipCountry,
    ...threeDSecureFacts(row),
    basketReference: detail.basketReference ?? null,
    secureToken: null,
    paymentMethodSource: told('paymentMethodSource', detail.paymentMethodSource),
    networkTokenDetails: told('networkTokenDetails', detail.networkTokenDetails),
    multiAuthorisation: null,
    accountFunding: told('accountFunding', detail.accountFunding),
    payoutRecipientData: told('payoutRecipientData', detail.payoutRecipientData),
    orderDetails: told('orderDetails', detail.orderDetails),
    strongCustomerAuthentication: told('strongCustomerAuthentication', detail.strongCustomerAuthentication),
    alternativePaymentInformation: null,
  };
}

/** A part that shops tell, in the shape it was checked in; what an older version kept otherwise is not shown. */
function told<
  N extends
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
