import type { SessionRequest } from '../../session-request.ts';
import { type PaymentBody, blank, paymentBody } from '#features/payments/payments/request/request-schemas.ts';
import type { RequestRefusal } from '#features/payments/payments/request/parse-request.ts';
import type { Operation } from '#features/payments/payments/request/parse-payment.ts';
import type { SessionKind } from '../hosted-session-table.ts';

export const operationOf: Readonly<Record<SessionKind, Operation>> = {
  payments: 'payment',
  payouts: 'payout',
  cards: 'verify',
};

/** The data that the payer adds to the merchant's request. */
interface PayerPart {
  method: object;
  /** Only if the merchant left it open. */
  amount?: string;
  address?: object;
  ip?: string;
  /** As `threeDSecure.browser` of the merchant API. */
  browser?: object;
  register?: boolean;
  /** The name of a customer that the merchant has sent without one. */
  holderName?: string;
}

/** Builds the body of a merchant API request from a session's request and the payer's card. */
export function buildPaymentBody(request: SessionRequest, kind: SessionKind, payer: PayerPart): PaymentBody {
  const { transaction, customer, financialServices, session, order } = request;
  const details = customer?.details;
  const isEcom = commerceType(request) === 'ECOM';
  return paymentBody.parse({
    transaction: {
      currency: transaction?.money?.currency,
      amount: kind === 'cards' ? '0' : blank(fixedAmount(request) ?? payer.amount),
      merchantRef: transaction?.merchantReference,
      description: transaction?.description,
      commerceType: commerceType(request),
      channel: transaction?.channel,
      deferred: transaction?.deferred,
      recurring: transaction?.recurring,
      instalment: transaction?.instalment,
      basketReference: order?.orderRef,
      do3DSecure: (isEcom || isMoto(request)) && kind !== 'payouts',
    },
    paymentMethod: { ...payer.method, billingAddress: payer.address ?? details?.address },
    customer: {
      merchantRef: customer?.identity?.merchantCustomerId,
      registered: registersCard(request, kind) || payer.register,
      displayName: details?.name ?? (payer.register ? payer.holderName : undefined),
      email: details?.emailAddress,
      telephone: details?.telephone,
      dateOfBirth: details?.dateOfBirth,
      ip: details?.ipAddress ?? (isEcom ? payer.ip : undefined),
    },
    financialServices,
    customFields: request.customFields,
    schedule: kind === 'payments' ? request.schedule : undefined,
    strongCustomerAuthentication: request.strongCustomerAuthentication,
    orderDetails: order?.shippingAddress && { shippingAddress: buildShipping(order.shippingAddress) },
    // The browser of a phone or mail order is the clerk's.
    threeDSecure: isEcom && payer.browser ? { browser: payer.browser } : undefined,
    callbacks: {
      preAuthCallback: session?.preAuthCallback,
      postAuthCallback: session?.postAuthCallback,
      transactionNotification: session?.transactionNotification,
    },
    locale: request.receiptLocale ?? request.locale,
  });
}

/** Fields of a sale with another name in a session's request, longer names first. */
const sessionNames: readonly (readonly [string, string])[] = [
  ['transaction.currency', 'transaction.money.currency'],
  ['transaction.amount', 'transaction.money.amount.fixed'],
  ['transaction.merchantRef', 'transaction.merchantReference'],
  ['paymentMethod.billingAddress', 'customer.details.address'],
  ['customer.merchantRef', 'customer.identity.merchantCustomerId'],
  ['customer.dateOfBirth', 'customer.details.dateOfBirth'],
  ['customer.ip', 'customer.details.ipAddress'],
  ['orderDetails.shippingAddress.country.countryCode', 'order.shippingAddress.countryCode'],
  ['orderDetails.shippingAddress.state', 'order.shippingAddress.region'],
  ['orderDetails.shippingAddress', 'order.shippingAddress'],
  ['callbacks', 'session'],
];

/** Renames the field of a rejected sale to its name in the session's request. */
export function toSessionFields(refusal: RequestRefusal): RequestRefusal {
  const { field = '' } = refusal;
  const [from, to] = sessionNames.find(([name]) => `${field}.`.startsWith(`${name}.`)) ?? ['', ''];
  return from === undefined || from === '' ? refusal : { ...refusal, field: to + field.slice(from.length) };
}

/** The merchant's amount; undefined if the customer enters it. */
export function fixedAmount({ transaction }: SessionRequest): string | number | undefined {
  return transaction?.money?.amount?.fixed;
}

const commerceType = ({ transaction }: SessionRequest): string => transaction?.commerceType ?? 'ECOM';

export const isMoto = (request: SessionRequest): boolean => commerceType(request) === 'MOTO';

/** Whether the card is stored for the merchant's customer. */
function registersCard({ customer, features }: SessionRequest, kind: SessionKind): boolean {
  return (
    kind === 'cards' || customer?.registered === true || features?.paymentMethodRegistration === 'always'
  );
}

type Shipping = NonNullable<NonNullable<SessionRequest['order']>['shippingAddress']>;
const buildShipping = ({ countryCode, region, ...lines }: Shipping) => ({
  ...lines,
  state: region,
  country: { countryCode },
});
