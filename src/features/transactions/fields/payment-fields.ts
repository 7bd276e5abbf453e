import type { Permission } from '#contract/permissions.ts';
import {
  transactionStages,
  transactionStatuses,
  transactionTypes,
} from '#features/payments/transaction-kind.ts';
import { riskOutcomes } from './risk-outcome.ts';
import { fieldsOf, type TransactionField } from './field-definition.ts';

const fraudRules: readonly Permission[] = ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'];
const fraudGuard: readonly Permission[] = ['P_VIEW_FRAUDGUARD'];
const customProduct: readonly Permission[] = ['P_ADVICE_CUSTOM_PAYMENT_PRODUCT_REPORTING'];

const transaction = fieldsOf('transaction');
const card = fieldsOf('card');
const customer = fieldsOf('customer');
const account = fieldsOf('account');
const risk = fieldsOf('risk');

/** What was paid, by whom, with what, and what was thought of it. */
export const paymentFields: readonly TransactionField[] = [
  transaction.ordered('NUMBER', 'txn_id', 'Transaction id'),
  transaction.ordered('NUMBER', 'txn_root_id', 'Id of the first transaction of the payment'),
  transaction.ranged('ISO_DATETIME', 'txn_datetime', 'Date and time'),
  transaction.ranged('ISO_DATE', 'txn_date', 'Date'),
  transaction.ranged('ISO_TIME', 'txn_time', 'Time'),
  transaction.listed('txn_type', 'Type', transactionTypes),
  transaction.listed('txn_status', 'Status', transactionStatuses),
  transaction.listed('txn_stage', 'Stage', transactionStages),
  transaction.listed('PROCESSING_MODEL', 'Processing model', ['MANAGE', 'REPORT', 'ADVICE', 'IMPORT']),
  transaction.ranged('NUMBER', 'requested_amount', 'Requested amount'),
  transaction.ranged('NUMBER', 'amount', 'Consumer spend'),
  transaction.text('ccy_code', 'Currency'),
  transaction.ordered('NUMBER', 'txn_volume', 'Number of transactions'),
  transaction.text('merch_ref', 'Merchant reference'),
  transaction.text('description', 'Description'),
  transaction.text('payment_product', 'Payment product'),
  transaction.text('CUSTOM_PAYMENT_PRODUCT', 'Custom payment product', customProduct),
  transaction.text('merchant_name', 'Merchant'),
  transaction.text('acquirer', 'Acquirer'),
  transaction.text('AUTHORISERSTATUS', 'Authoriser status'),
  transaction.text('PSP_MESSAGE', 'Authoriser message'),
  transaction.text('sales_channel', 'Channel'),
  transaction.text('commerce_type', 'Commerce type'),
  transaction.text('CONTINUOUS_AUTHORITY_TYPE', 'Continuous authority'),
  transaction.text('PAYMENT_DESCRIPTOR', 'Text on the statement'),
  transaction.text('IMPORT_SOURCE_SYSTEM', 'Imported from'),
  transaction.text('IMPORT_SOURCE_TRANSACTION_ID', 'Id where it was imported from'),
  transaction.text('SCHEDULE_ID', 'Schedule id'),
  transaction.ordered('NUMBER', 'EPISODE_INDEX', 'Episode'),
  transaction.ordered('NUMBER', 'SCHEDULE_REMAINING_EPISODE_COUNT', 'Episodes left'),
  card.text('masked_pan', 'Card number, masked'),
  card.digits('last_four', 'Last four digits'),
  card.text('card_fingerprint', 'Card fingerprint'),
  card.text('card_issuer', 'Card issuer'),
  card.text('issuer_country', 'Issuer country'),
  card.ordered('ISO_DATE', 'EXPIRY', 'Card expiry, the last day'),
  card.text('PAYMENT_METHOD_SOURCE', 'Source of the payment method'),
  card.text('PAYMENT_METHOD_SOURCE_ID', 'Id at the source of the payment method'),
  customer.text('customer_name', 'Customer name'),
  customer.text('customer_email', 'Customer e-mail'),
  customer.text('customer_country', 'Customer country'),
  customer.text('IP_address', 'IP address'),
  account.text('BANK_ACCOUNT_NUMBER', 'Bank account number'),
  account.text('IBAN', 'IBAN'),
  account.text('PAYMENT_ACCOUNT_HOLDER_NAME', 'Account holder'),
  account.text('ACCOUNT_EMAIL', 'Account e-mail'),
  account.text('BANK_SORT_CODE', 'Sort code'),
  account.text('BIC', 'BIC'),
  account.text('BANK_NAME', 'Bank'),
  risk.listed('OPTIMIZE360_OUTCOME', 'Risk outcome', riskOutcomes, fraudRules),
  risk.ordered('NUMBER', 'fg_score', 'FraudGuard score', fraudGuard),
  risk.text('fg_advice', 'FraudGuard advice', fraudGuard),
];
