import * as z from 'zod/mini';
import {
  amount,
  blank,
  flag,
  line,
  optionalObject,
  saleDetailShape,
  text,
} from '#features/payments/payments/request/request-schemas.ts';
import { scheduleField } from '#features/payments/schedules/schedule-body.ts';

const addressShape = {
  line1: line(),
  line2: line(),
  line3: line(),
  line4: line(),
  city: line(),
  region: line(),
  postcode: line(),
  countryCode: text(20),
};
const link = () => optionalObject({ url: text(2000) });
const callback = () => optionalObject({ url: text(2000), format: text(20) });
const textList = z.pipe(z.transform(blank), z.optional(z.array(z.string()).check(z.maxLength(20))));
/** Keeps empty text, which is rejected with a code: a merchant's mistake must not let the customer choose the amount. */
const fixed = z.optional(z.union([z.number(), z.string().check(z.maxLength(64))]));
/**
 * An empty object, or PHP's empty array, lets the customer enter the amount, within `min` and `max`. Null and empty text are
 * rejected.
 */
const fixedAmount = z.optional(
  z.pipe(
    z.transform((value: unknown) => (Array.isArray(value) && value.length === 0 ? {} : value)),
    z.object({ fixed, min: amount(), max: amount() }),
  ),
);

/**
 * The request for a hosted session (docs/domain.md#hosted-sessions). Unknown fields are refused. check-session.ts
 * validates the values and returns the codes.
 */
export const sessionRequest = z.object({
  session: optionalObject({
    returnUrl: link(),
    cancelUrl: link(),
    restoreUrl: link(),
    skin: text(40),
    preAuthCallback: callback(),
    postAuthCallback: callback(),
    transactionNotification: callback(),
  }),
  transaction: optionalObject({
    merchantReference: text(),
    money: optionalObject({ currency: text(20), amount: fixedAmount }),
    description: text(),
    commerceType: text(20),
    channel: text(20),
    deferred: flag(),
    recurring: flag(),
    instalment: flag(),
  }),
  customer: optionalObject({
    registered: flag(),
    identity: optionalObject({ merchantCustomerId: text() }),
    details: optionalObject({
      name: text(),
      address: optionalObject(addressShape),
      telephone: text(60),
      emailAddress: text(),
      dateOfBirth: text(20),
      ipAddress: text(60),
      defaultCurrency: text(20),
    }),
  }),
  features: optionalObject({
    paymentMethodRegistration: text(40),
    paymentMethods: textList,
    showResultsPage: flag(),
    /** Allows a payout to a card without payments (docs/decisions/0034). */
    newAccountPayoutEnabled: flag(),
  }),
  financialServices: optionalObject({
    dateOfBirth: text(20),
    surname: text(60),
    accountNumber: text(60),
    postCode: text(20),
  }),
  customFields: optionalObject({
    fieldState: z.pipe(
      z.transform(blank),
      z.optional(
        z.array(z.object({ name: text(), value: text(2000), transient: flag() })).check(z.maxLength(100)),
      ),
    ),
  }),
  order: optionalObject({
    orderRef: text(),
    shippingAddress: optionalObject({ ...addressShape, name: text() }),
  }),
  /** Starts after the session's payment (docs/domain.md#schedules). */
  schedule: scheduleField,
  emailReceipt: flag(),
  strongCustomerAuthentication: saleDetailShape.strongCustomerAuthentication,
  /** Of receipts, where the page has another: a clerk's page is in the clerk's language. Without it, `locale`. */
  receiptLocale: text(20),
  locale: text(20),
});
export type SessionRequest = z.output<typeof sessionRequest>;
