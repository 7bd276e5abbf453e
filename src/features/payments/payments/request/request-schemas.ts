import * as z from 'zod/mini';
import { refundReasons } from '#shared/payments/refund-reasons.ts';
import { maxWalletToken } from '#shared/payments/wallet-token.ts';
import { scheduleField } from '#features/payments/schedules/schedule-body.ts';

/**
 * Tolerant reading of merchants' clients (docs/domain.md#tolerant-reading): an empty PHP array for an object, a number
 * for text, 1 or "true" for true, null for an absent value.
 */
export const blank = (value: unknown): unknown =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0) ? undefined : value;

const asText = (value: unknown): unknown => (typeof value === 'number' ? String(value) : blank(value));

const asFlag = (value: unknown): unknown => {
  if (value === true || value === 1 || value === '1' || value === 'true') return true;
  if (value === false || value === 0 || value === '0' || value === 'false') return false;
  return blank(value);
};

const asCount = (value: unknown): unknown =>
  typeof value === 'string' && /^[0-9]{1,9}$/.test(value) ? Number(value) : blank(value);

export const text = (maxLength = 255) =>
  z.pipe(z.transform(asText), z.optional(z.string().check(z.maxLength(maxLength))));

/** A line of an address. The limit is above 255, so that a longer line is rejected with V152. */
export const line = () => text(1000);

export const flag = () => z.pipe(z.transform(asFlag), z.optional(z.boolean()));

/** A whole number below a thousand million. */
export const count = () =>
  z.pipe(
    z.transform(asCount),
    z.optional(z.number().check(z.int(), z.nonnegative(), z.maximum(999_999_999))),
  );

export const optionalObject = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.pipe(z.transform(blank), z.optional(z.object(shape)));

/** A number or text; parseAmount validates it. Present and empty is an error: only a missing amount means the rest. */
export const amount = () => z.optional(z.union([z.number(), z.string().check(z.regex(/\S/))]));

/** An amount of the sale's details, which moves no money. */
const detailAmount = () => z.pipe(z.transform(blank), z.optional(z.union([z.number(), z.string()])));

/** Times and periods of the buyer's account, as EMV 3-D Secure defines them (docs/domain.md#sale-details). */
const accountInfoShape = {
  accountOpenedDate: text(10),
  accountOpenedPeriod: text(30),
  accountLastChangedDate: text(10),
  accountLastChangedPeriod: text(30),
  passwordLastChangedDate: text(10),
  passwordLastChangedPeriod: text(30),
  accountRegisteredDate: text(10),
  accountRegisteredPeriod: text(30),
  shippingAddressFirstUseDate: text(10),
  shippingAddressFirstUsePeriod: text(30),
  accountEmail: text(),
  suspiciousActivity: flag(),
  shippingNameSameAsAccountName: flag(),
  purchasesInLastSixMonths: count(),
  addCardAttemptsInLast24Hours: count(),
  transactionAttemptsInLast24Hours: count(),
  transactionAttemptsInLast12Months: count(),
};

const merchantRiskShape = {
  preOrder: flag(),
  preOrderDate: text(10),
  reOrder: flag(),
  deliveryEmailAddress: text(),
  deliveryTimeframe: text(30),
  shippingTo: text(30),
  giftCardPurchase: optionalObject({ amount: detailAmount(), count: count(), currency: text(3) }),
};

const recipientShape = {
  givenName: text(),
  surname: text(),
  address: line(),
  city: line(),
  state: line(),
  countryCode: text(20),
};

const shippingShape = {
  name: text(),
  line1: line(),
  line2: line(),
  line3: line(),
  line4: line(),
  city: line(),
  district: line(),
  state: line(),
  postcode: line(),
  country: optionalObject({ countryCode: text(20) }),
};

const lineItem = z.object({
  name: text(),
  itemAmount: detailAmount(),
  quantity: count(),
  totalAmount: detailAmount(),
});

/** The status of the network token; the token itself stays with the scheme. */
const networkTokenPart = optionalObject({
  usage: text(20),
  tokenError: text(),
  expiryMonth: text(2),
  expiryYear: text(4),
});

/** Parts of a payment's body that describe the sale. They decide nothing about its money. */
export const saleDetailShape = {
  strongCustomerAuthentication: optionalObject({
    transactionType: text(30),
    challengeRequested: text(30),
    minFrequency: count(),
    numberOfInstalments: count(),
    merchantRisk: optionalObject(merchantRiskShape),
    accountInfo: optionalObject(accountInfoShape),
    authenticationInfo: optionalObject({ method: text(30), time: text(40) }),
    priorAuthenticationInfo: optionalObject({ method: text(30), time: text(40), reference: text() }),
  }),
  orderDetails: optionalObject({
    lineItems: z.pipe(z.transform(blank), z.optional(z.array(lineItem).check(z.maxLength(200)))),
    shippingAddress: optionalObject(shippingShape),
  }),
  accountFunding: optionalObject({ accountFundingRecipientDetails: optionalObject(recipientShape) }),
  payoutRecipientData: optionalObject({ ...recipientShape, dateOfBirth: text(20), accountNumber: text(60) }),
};

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

const callback = () => optionalObject({ url: text(2000), format: text(20) });

export const browserPart = optionalObject({
  acceptHeader: text(2048),
  userAgent: text(2048),
  ip: text(60),
  language: text(60),
  javaScriptEnabled: flag(),
  javaEnabled: flag(),
  colorDepth: text(20),
  screenHeight: text(20),
  screenWidth: text(20),
  timeZoneOffset: text(20),
});

/**
 * Payment, payout and verify of the merchant API and the portal. parse-payment.ts validates the values and names the
 * reason code.
 */
export const paymentBody = z.object({
  transaction: optionalObject(transactionShape),
  paymentMethod: optionalObject({
    card: optionalObject({
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
    cardToken: optionalObject({ token: text(60), cv2: text(10) }),
    paypal: optionalObject({ returnUrl: text(2000), cancelUrl: text(2000) }),
    applePay: optionalObject({ token: text(maxWalletToken) }),
    googlePay: optionalObject({ token: text(maxWalletToken) }),
    registered: flag(),
    networkTokenDetails: networkTokenPart,
    billingAddress: optionalObject(addressShape),
  }),
  customer: optionalObject({
    id: text(),
    merchantRef: text(),
    displayName: text(),
    registered: flag(),
    email: text(),
    dateOfBirth: text(20),
    telephone: text(60),
    ip: text(60),
    billingAddress: optionalObject(addressShape),
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
  callbacks: optionalObject({
    preAuthCallback: callback(),
    postAuthCallback: callback(),
    transactionNotification: callback(),
    expiryNotification: callback(),
  }),
  ...saleDetailShape,
  /** Of the card holder, for 3-D Secure; parse-browser.ts validates it. */
  threeDSecure: optionalObject({
    browser: browserPart,
    exemption: text(30),
  }),
  schedule: scheduleField,
  /** Where the issuer's page sends the browser with its response, which the merchant then sends with `resume`. */
  returnUrl: text(2000),
  locale: text(20),
});
export type PaymentBody = z.output<typeof paymentBody>;

/** An empty PHP array is an empty object. */
const asObject = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value);

const followUpOf = <S extends z.core.$ZodLooseShape>(shape: S) =>
  z.pipe(
    z.transform((body: unknown) => (body === undefined ? {} : asObject(body))),
    z.object({
      transaction: z.pipe(z.transform(asObject), z.optional(z.object(shape))),
      /** Of a repeat: the schedule that starts with it. */
      schedule: scheduleField,
      /** Of a repeat: the schedule whose next episode it replaces. */
      skipNext: optionalObject({ scheduleId: text(32) }),
    }),
  );

/** Capture, cancel and repeat: `{}`, `[]` and `{"transaction":{}}` all mean the whole remaining amount. */
export const followUpBody = followUpOf(transactionShape);

/** The same with a reason. A note is the portal's only (docs/domain.md#refunds). */
export const refundBody = followUpOf({
  ...transactionShape,
  refundReason: z.optional(z.enum(refundReasons)),
  refundNote: text(),
});

/** Of any follow-up. */
export type FollowUpBody = z.output<typeof refundBody>;

/** The response of the issuer's page: `pares` of version 1, `cres` of version 2 (docs/domain.md#3-d-secure). */
export const resumeBody = z.object({
  threeDSecureResponse: optionalObject({ pares: text(20_000), cres: text(20_000) }),
});
