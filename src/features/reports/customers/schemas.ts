import * as z from 'zod/mini';
import { hasCardNumber } from '#shared/card-number.ts';
import { hasVisibleText } from '#shared/label.ts';
import { transactionIdPattern } from '#shared/patterns.ts';
import { databaseId, wholeNumber } from '#shared/whole-number.ts';
import { listedLink } from '#features/payments/smart-links/schemas.ts';
import { totalsResponse } from '#features/record/reporting/search-schema.ts';
import { customerKinds, maxNote, maxTyped } from './customer-limits.ts';

const id = wholeNumber(1);
const customerPath = z.object({ customerId: id });
const transactionId = z.string().check(z.regex(transactionIdPattern));
const time = z.string();
/** Decimal text with the currency's digits. */
const amount = z.string();

const customer = z.object({
  id: z.string(),
  kind: z.enum(customerKinds),
  name: z.nullable(z.string()),
  email: z.nullable(z.string()),
  telephone: z.nullable(z.string()),
  /** The merchant's reference of its customer record. */
  reference: z.nullable(z.string()),
  merchantName: z.string(),
});
export type Customer = z.output<typeof customer>;

const payment = z.object({
  transactionId: z.string(),
  type: z.string(),
  status: z.string(),
  /** Signed: refunds and payouts are negative. */
  requestedAmount: amount,
  moneyMoved: amount,
  currency: z.string(),
  at: time,
  reference: z.nullable(z.string()),
  description: z.nullable(z.string()),
  paymentProduct: z.nullable(z.string()),
  lastFour: z.nullable(z.string()),
});
export type CustomerPayment = z.output<typeof payment>;

const foundCustomer = z.extend(customer, { newest: z.nullable(payment) });
export type FoundCustomer = z.output<typeof foundCustomer>;

export const searchCustomers = {
  body: z.strictObject({
    orgId: databaseId,
    /** Empty: the newest customers. */
    text: z.string().check(z.maxLength(maxTyped)),
  }),
  response: z.object({
    customers: z.array(foundCustomer),
    /** More customers match than the response has. */
    hasMore: z.boolean(),
  }),
};

const note = z.object({ id: z.string(), at: time, by: z.string(), note: z.string() });

const customerView = z.extend(customer, {
  merchantPath: z.string(),
  firstAt: time,
  ...totalsResponse.shape,
  /** Totals and cards are of the newest transactions, because there are more. */
  isPartial: z.boolean(),
  /** Declined and failed payments of the last 30 days. */
  recentFailures: z.number(),
  /** The newest payment whose card can be charged again. */
  repeatable: z.nullable(z.string()),
  cards: z.array(
    z.object({
      paymentProduct: z.nullable(z.string()),
      maskedPan: z.string(),
      expiry: z.nullable(z.string()),
      payments: z.number(),
      lastAt: time,
      /** The newest transaction with this card. */
      transactionId: z.string(),
      /** Other customers of the merchant with this card; null without the permission for searches by card. */
      alsoUsedBy: z.nullable(z.array(customer)),
    }),
  ),
  /** null without permission. */
  schedules: z.nullable(
    z.array(
      z.object({
        scheduleId: z.string(),
        status: z.string(),
        nextOn: z.nullable(z.string()),
        nextAmount: z.nullable(amount),
        currency: z.string(),
      }),
    ),
  ),
  links: z.nullable(
    z.array(
      z.pick(listedLink, {
        linkId: true,
        state: true,
        created: true,
        amount: true,
        currency: true,
        description: true,
      }),
    ),
  ),
  cases: z.nullable(
    z.array(
      z.object({ caseId: z.string(), status: z.string(), outcome: z.nullable(z.string()), openedAt: time }),
    ),
  ),
  /** Other customers with the same email. */
  sameEmail: z.array(customer),
  notes: z.array(note),
});
export type CustomerView = z.output<typeof customerView>;

export const getCustomer = { path: customerPath, response: customerView };

export const listCustomerPayments = {
  path: customerPath,
  query: z.object({
    /** The last transaction of the previous page. */
    after: z.optional(transactionId),
  }),
  response: z.object({ payments: z.array(payment), hasMore: z.boolean() }),
};

export const addCustomerNote = {
  path: customerPath,
  body: z.strictObject({
    note: z.string().check(
      z.trim(),
      z.maxLength(maxNote),
      z.refine(hasVisibleText),
      z.refine((text) => !hasCardNumber(text), 'card_number'),
    ),
  }),
  response: z.object({ id: z.string() }),
};

export const getCustomerOfTransaction = {
  path: z.object({ transactionId }),
  /** null: the payment has no customer. */
  response: z.object({ customerId: z.nullable(z.string()) }),
};
