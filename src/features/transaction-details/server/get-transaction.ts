import { formatMinor } from '#contract/money.ts';
import type { Permission } from '#contract/permissions.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type ActionBlock, actionAvailability } from '#features/payments/action-availability.ts';
import {
  followUpFeatures,
  installationById,
} from '#features/payments/server/pipeline/store/installation-store.ts';
import {
  type StoredTransaction,
  historyOf,
  originalOf,
  rootStateOf,
  storedTransaction,
} from '#features/payments/server/pipeline/store/payment-store.ts';
import { reasonText } from '#features/payments/reason-codes.ts';
import { problems } from '#contract/problem.ts';
import { type Caller, mayOn } from '#server/caller.ts';
import { handle } from '#server/handler.ts';
import { type TransactionDetails, getTransaction as call } from '../calls.ts';

export const getTransaction = handle(call, async ({ sql, caller, subject, now }) => {
  const row = await storedTransaction(sql, subject.companyId ?? 0, subject.transactionId ?? 0);
  if (!row) throw problems.notFound();
  return {
    ...facts(row),
    history: await timeline(sql, row),
    ...(await actions(sql, row, caller, subject.paths, now)),
  };
});

type Facts = Omit<
  TransactionDetails,
  'history' | 'refundInformation' | 'captureInformation' | 'cancelInformation' | 'repeatInformation'
>;

function facts(row: StoredTransaction): Facts {
  const text = (column: string): string | null => (row[column] as string | null) ?? null;
  const name = (column: string): string => text(column) ?? '';
  const money = (minor: number) => formatMinor(minor, row.ccy_code);
  const sign = row.direction === -1 ? -1 : 1;
  const address = row.detail?.billingAddress;
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
    billingAddress: address
      ? Object.fromEntries(Object.entries(address).map(([line, value]) => [line, value ?? null]))
      : null,
    ipAddress: text('ip_address'),
    ipCountry: text('ip_country'),
    threeDSecureStatus: text('three_d_secure_status'),
    threeDSecureEnrolmentStatus: text('three_d_secure_enrolment'),
    threeDSecureECI: text('three_d_secure_eci'),
    threeDSecureVersion: text('three_d_secure_version'),
    threeDSecureFrictionless: (row.three_d_secure_frictionless as boolean | null) ?? null,
  };
}

async function timeline(sql: TenantSql, row: StoredTransaction): Promise<TransactionDetails['history']> {
  const entries = await historyOf(sql, row.company_id, row.txn_id);
  return entries.map(({ status, reasonCode, at }) => ({
    status,
    reasonCode,
    reasonMessage: reasonText(reasonCode),
    timeStamp: at.toISOString(),
  }));
}

/** What the state machine allows, less what this person may not do (docs/decisions/0004). */
async function actions(
  sql: TenantSql,
  row: StoredTransaction,
  caller: Caller,
  paths: readonly string[],
  now: Date,
) {
  const installation = await installationById(sql, row.installation_id);
  const features = await followUpFeatures(sql, paths[0] ?? '', installation);
  const available = actionAvailability(originalOf(row), rootStateOf(row), {
    features,
    queueBusy: false,
    sequenceType: row.continuous_authority_type,
    now,
  });
  const only = <B extends ActionBlock>(block: B, name: Permission): B => {
    const may = paths.some((path) => mayOn(caller, name, path));
    return {
      ...block,
      permitted: may && block.permitted,
      availableToProcess: may && block.availableToProcess,
    };
  };
  const { amountMinor, ...refund } = only(available.refundInformation, 'P_REFUND_TRANSACTION');
  return {
    refundInformation: { ...refund, amount: formatMinor(amountMinor, row.ccy_code) },
    captureInformation: only(available.captureInformation, 'P_CAPTURE_TRANSACTION'),
    cancelInformation: only(available.cancelInformation, 'P_CANCEL_TRANSACTION'),
    repeatInformation: only(available.repeatInformation, 'P_REPEAT_TRANSACTION'),
  };
}
