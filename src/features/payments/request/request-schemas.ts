import * as z from 'zod/mini';
import { scheduleField } from '#features/schedules/definition/schedule-body.ts';
import { saleDetailShape, networkTokenPart } from './sale-schemas.ts';
import { amount, blank, flag, line, part, text } from './wire-parts.ts';

const addressShape = {
  line1: line(),
  line2: line(),
  line3: line(),
  line4: line(),
  city: line(),
  region: line(),
  postcode: line(),
  country: line(),
  countryCode: text(20),
};

const transactionShape = {
  currency: text(20),
  amount: amount(),
  merchantRef: text(),
  description: text(),
  commerceType: text(20),
  channel: text(20),
  deferred: flag(),
  recurring: flag(),
  instalment: flag(),
  do3DSecure: flag(),
  basketReference: text(),
};

const callback = () => part({ url: text(2000), format: text(20) });

/**
 * Payment, payout and verify of the merchant API and the portal. Unknown fields are dropped, since plug-ins send
 * many of their own; nothing is judged here: payment-request.ts answers with the exact code of the catalogue.
 */
export const paymentBody = z.object({
  transaction: part(transactionShape),
  paymentMethod: part({
    card: part({
      pan: text(40),
      expiryDate: text(10),
      cv2: text(10),
      cardHolderName: text(),
      nickname: text(),
      defaultCard: flag(),
      startDate: text(10),
      clearStart: flag(),
      issueNumber: text(10),
      clearIssue: flag(),
      cardLockToken: text(),
    }),
    cardToken: part({ token: text(60), cv2: text(10) }),
    paypal: part({ returnUrl: text(2000), cancelUrl: text(2000) }),
    registered: flag(),
    networkTokenDetails: networkTokenPart,
    billingAddress: part(addressShape),
  }),
  customer: part({
    id: text(),
    merchantRef: text(),
    displayName: text(),
    registered: flag(),
    email: text(),
    dateOfBirth: text(20),
    telephone: text(60),
    ip: text(60),
    billingAddress: part(addressShape),
  }),
  financialServices: part({
    dateOfBirth: text(20),
    surname: text(60),
    accountNumber: text(60),
    postCode: text(20),
  }),
  customFields: part({
    fieldState: z.pipe(
      z.transform(blank),
      z.optional(
        z.array(z.object({ name: text(), value: text(2000), transient: flag() })).check(z.maxLength(100)),
      ),
    ),
  }),
  callbacks: part({
    preAuthCallback: callback(),
    postAuthCallback: callback(),
    transactionNotification: callback(),
    expiryNotification: callback(),
  }),
  ...saleDetailShape,
  schedule: scheduleField,
  /** Where the issuer's page sends the browser with its answer, which the shop then sends with `resume`. */
  returnUrl: text(2000),
  locale: text(20),
});
export type PaymentBody = z.output<typeof paymentBody>;

/** Refund, capture, cancel and repeat: `{}`, `[]` and `{"transaction":{}}` all mean "everything left". */
export const followUpBody = z.pipe(
  z.transform((body: unknown) => blank(body) ?? {}),
  z.object({
    transaction: part(transactionShape),
    /** Of a repeat: the schedule that begins with it. */
    schedule: scheduleField,
    /** Of a repeat: the schedule whose next episode it replaces, both or neither. */
    skipNext: part({ scheduleId: text(32) }),
  }),
);
export type FollowUpBody = z.output<typeof followUpBody>;

/** What the issuer's page sent back: `pares` of version 1, `cres` of version 2 (docs/domain.md#3-d-secure). */
export const resumeBody = z.object({
  threeDSecureResponse: part({ pares: text(20_000), cres: text(20_000) }),
});
