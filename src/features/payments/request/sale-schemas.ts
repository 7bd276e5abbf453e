import * as z from 'zod/mini';
import { amount, blank, count, flag, line, part, text } from './wire-parts.ts';

/** Times and periods of the buyer's account, as EMV 3-D Secure asks for them (docs/domain.md#sale-details). */
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
  giftCardPurchase: part({ amount: amount(), count: count(), currency: text(3) }),
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
  country: part({ countryCode: text(20) }),
};

const lineItem = z.object({
  name: text(),
  itemAmount: amount(),
  quantity: count(),
  totalAmount: amount(),
});

/** Only what became of the token; the token itself stays with the scheme. */
export const networkTokenPart = part({
  usage: text(20),
  tokenError: text(),
  expiryMonth: text(2),
  expiryYear: text(4),
});

/** Parts of a payment's body that describe the sale and decide nothing about its money. */
export const saleDetailShape = {
  strongCustomerAuthentication: part({
    transactionType: text(30),
    challengeRequested: text(30),
    minFrequency: count(),
    numberOfInstalments: count(),
    merchantRisk: part(merchantRiskShape),
    accountInfo: part(accountInfoShape),
    authenticationInfo: part({ method: text(30), time: text(40) }),
    priorAuthenticationInfo: part({ method: text(30), time: text(40), reference: text() }),
  }),
  orderDetails: part({
    lineItems: z.pipe(z.transform(blank), z.optional(z.array(lineItem).check(z.maxLength(200)))),
    shippingAddress: part(shippingShape),
  }),
  accountFunding: part({ accountFundingRecipientDetails: part(recipientShape) }),
  payoutRecipientData: part({ ...recipientShape, dateOfBirth: text(20), accountNumber: text(60) }),
};
