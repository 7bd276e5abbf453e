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
  const text = (column: string): string | null => (row[column] as string | null) ?? null;
  const name = (column: string): string => text(column) ?? '';
  const money = (minor: number) => formatMinor(minor, row.ccy_code);
  const sign = row.direction === -1 ? -1 : 1;
  const { detail } = row;
  const address = detail.billingAddress;
  return {
    transactionId: String(row.txn_id),
    transactionRootId: String(row.root_id),
    relatedTransactionId: row.related_id === null ? null : String(row.related_id),
    merchantId: row.merchant_id,
    merchantName: name('merchant_name'),
    installationId: row.installation_id,
    transactionTime: row.txn_datetime.toISOString(),
    lastUpdatedTime: row.updated_at.toISOString(),
    type: row.txn_type,
    transactionStatus: row.txn_status,
    stage: row.txn_stage,
    processingModel: name('processing_model'),
    reasonCode: row.reason_code,
    reasonMessage: text('reason_message'),
    requestedAmount: money(sign * row.requested_minor),
    consumerSpend: money(sign * Number(row.amount_minor)),
    currencyCode: row.ccy_code,
    localAmount: null,
    localCurrencyCode: null,
    merchantReference: row.merch_ref,
    transactionDescription: row.description,
    salesChannel: name('sales_channel'),
    commerceType: name('commerce_type'),
    recurring: row.continuous_authority_type === 'RECURRING',
    instalment: row.continuous_authority_type === 'INSTALMENT',
    paymentClass: name('payment_class'),
    paymentProduct: text('payment_product'),
    maskedPan: text('masked_pan'),
    cardCorrelationId: text('card_correlation_id'),
    cardExpiryDate: text('card_expiry'),
    cardHolderName: text('card_holder_name'),
    cardScheme: text('card_scheme'),
    cardUsageType: text('card_usage'),
    cardIssuer: text('card_issuer'),
    issuerCountry: text('issuer_country'),
    merchantToken: row.registered ? text('card_token') : null,
    acquirerName: text('acquirer'),
    authoriserStatus: text('authoriser_status'),
    authoriserMessage: text('authoriser_message'),
    authCode: text('auth_code'),
    gatewayReference: text('gateway_reference'),
    gatewaySettlement: text('gateway_settlement'),
    cv2Check: text('cv2_check'),
    avsAddressCheck: text('avs_address_check'),
    avsPostcodeCheck: text('avs_postcode_check'),
    customerMerchantReference: text('customer_ref'),
    customerName: text('customer_name'),
    customerEmailAddress: text('customer_email'),
    customerPhoneNumber: text('customer_phone'),
    customerAddressCountry: text('customer_country'),
    customerAddressDistrict: null,
    customerAddressState: address?.region ?? null,
    dateOfBirth: detail.financialServices?.dateOfBirth ?? null,
    surname: detail.financialServices?.surname ?? null,
    accountNumber: detail.financialServices?.accountNumber ?? null,
    postCode: detail.financialServices?.postCode ?? null,
    billingAddress: address
      ? Object.fromEntries(Object.entries(address).map(([line, value]) => [line, value ?? null]))
      : null,
    ipAddress: text('ip_address'),
    ipCountry: text('ip_country'),
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
