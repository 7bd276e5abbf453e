import type { Permission } from '#shared/permissions.ts';
import {
  transactionStages,
  transactionStatuses,
  transactionTypes,
} from '#shared/payments/transaction-kind.ts';
import { refundReasons } from '#shared/payments/refund-reasons.ts';
import { riskOutcomes } from './risk-outcome.ts';
import { fieldsInGroup } from './field-definition.ts';

const fraudRules: readonly Permission[] = ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'];
const fraudGuard: readonly Permission[] = ['P_VIEW_FRAUDGUARD'];
/** As the searches by card and IP address. */
const tracing: readonly Permission[] = [...fraudRules, ...fraudGuard];
const customProduct: readonly Permission[] = ['P_ADVICE_CUSTOM_PAYMENT_PRODUCT_REPORTING'];

const transaction = fieldsInGroup('transaction');
const card = fieldsInGroup('card');
const customer = fieldsInGroup('customer');
const account = fieldsInGroup('account');
const risk = fieldsInGroup('risk');

/** Amount, payer, payment method and risk outcome. */
export const paymentFields = [
  transaction.ordered('NUMBER', 'txn_id'),
  transaction.ordered('NUMBER', 'txn_root_id'),
  transaction.ranged('ISO_DATETIME', 'txn_datetime'),
  transaction.ranged('ISO_DATE', 'txn_date'),
  transaction.ranged('ISO_TIME', 'txn_time'),
  transaction.listed('txn_type', transactionTypes),
  transaction.listed('txn_status', transactionStatuses),
  transaction.listed('txn_stage', transactionStages),
  transaction.listed('PROCESSING_MODEL', ['MANAGE', 'REPORT', 'ADVICE', 'IMPORT']),
  transaction.ranged('NUMBER', 'requested_amount'),
  transaction.ranged('NUMBER', 'amount'),
  transaction.ranged('NUMBER', 'money_moved'),
  transaction.text('ccy_code'),
  transaction.ordered('NUMBER', 'txn_volume'),
  transaction.text('merch_ref'),
  transaction.text('original_reference'),
  transaction.ordered('NUMBER', 'original_txn_id'),
  transaction.text('description'),
  transaction.listed('refund_reason', refundReasons),
  transaction.text('refund_note'),
  transaction.text('arn'),
  transaction.ordered('ISO_DATE', 'refund_expected_date'),
  transaction.text('payment_product'),
  transaction.text('CUSTOM_PAYMENT_PRODUCT', customProduct),
  transaction.text('merchant_name'),
  transaction.text('acquirer'),
  transaction.text('AUTHORISERSTATUS'),
  transaction.text('PSP_MESSAGE'),
  transaction.text('sales_channel'),
  transaction.text('commerce_type'),
  transaction.text('CONTINUOUS_AUTHORITY_TYPE'),
  transaction.text('PAYMENT_DESCRIPTOR'),
  transaction.text('IMPORT_SOURCE_SYSTEM'),
  transaction.text('IMPORT_SOURCE_TRANSACTION_ID'),
  transaction.text('SCHEDULE_ID'),
  transaction.ordered('NUMBER', 'EPISODE_INDEX'),
  transaction.ordered('NUMBER', 'SCHEDULE_REMAINING_EPISODE_COUNT'),
  card.text('masked_pan'),
  card.digits('last_four'),
  card.text('card_fingerprint', tracing),
  card.text('card_issuer'),
  card.text('issuer_country'),
  card.ordered('ISO_DATE', 'EXPIRY'),
  card.text('PAYMENT_METHOD_SOURCE'),
  card.text('PAYMENT_METHOD_SOURCE_ID'),
  customer.text('customer_name'),
  customer.text('customer_email'),
  customer.text('customer_country'),
  customer.text('IP_address', tracing),
  account.text('BANK_ACCOUNT_NUMBER'),
  account.text('IBAN'),
  account.text('PAYMENT_ACCOUNT_HOLDER_NAME'),
  account.text('ACCOUNT_EMAIL'),
  account.text('BANK_SORT_CODE'),
  account.text('BIC'),
  account.text('BANK_NAME'),
  risk.listed('OPTIMIZE360_OUTCOME', riskOutcomes, fraudRules),
  risk.ordered('NUMBER', 'fg_score', fraudGuard),
  risk.text('fg_advice', fraudGuard),
];
export type PaymentField = (typeof paymentFields)[number]['field'];
