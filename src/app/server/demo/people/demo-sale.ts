import type { DemoCustomer } from '../demo-customers.ts';
import { type Price, decimal } from '../demo-price.ts';
import { seededRandom } from '../bulk/random.ts';

interface Sale {
  number: number;
  operation: 'payment' | 'payout' | 'verify';
  customer: DemoCustomer;
  amount: Price;
  description: string;
  isSecure: boolean;
}

const periods = [
  'THIS_TRANSACTION',
  'LESS_THAN_30_DAYS',
  '30_TO_60_DAYS',
  'MORE_THAN_60_DAYS',
  'MORE_THAN_60_DAYS',
];

/**
 * Optional merchant data: for some an order or an account, and the recipient of every payout. Random by the
 * payment's number, so that the rest of the plan stays the same.
 */
export function demoSale({ number, operation, customer, amount, description, isSecure }: Sale): object {
  const random = seededRandom(number * 31 + 7);
  const [givenName = '', surname = ''] = customer.name.split(' ');
  const { city, line1, postcode, countryCode } = customer.address;
  const person = { givenName, surname, address: line1, city, countryCode };
  if (operation === 'payout') return { payoutRecipientData: person };
  if (operation === 'verify') return {};
  const hasOrder = random.chance(0.35);
  const part = Math.max(1, Math.floor(amount.minor * (0.3 + random.next() * 0.5)));
  const sums = random.chance(0.5) && part < amount.minor ? [part, amount.minor - part] : [amount.minor];
  const openedDate = `${random.between(2019, 2023)}-${String(random.between(1, 12)).padStart(2, '0')}-15`;
  return {
    ...(hasOrder
      ? {
          orderDetails: {
            lineItems: sums.map((minor, index) => ({
              name: index === 0 ? description : 'Delivery and packing',
              itemAmount: decimal(minor, amount.digits),
              quantity: 1,
              totalAmount: decimal(minor, amount.digits),
            })),
            shippingAddress: { name: customer.name, line1, city, postcode, country: { countryCode } },
          },
        }
      : {}),
    ...(isSecure && random.chance(0.6)
      ? {
          strongCustomerAuthentication: {
            transactionType: 'GOODS_OR_SERVICES',
            challengeRequested: random.pick(['NO_PREFERENCE', 'NO_PREFERENCE', 'CHALLENGE_REQUESTED']),
            merchantRisk: {
              shippingTo: random.pick(['BILLING_ADDRESS', 'OTHER_ADDRESS', 'DIGITAL']),
              deliveryTimeframe: random.pick(['ELECTRONIC', 'SAME_DAY', 'TWO_DAYS_OR_MORE']),
              reOrder: random.chance(0.3),
            },
            accountInfo: {
              accountOpenedDate: openedDate,
              accountOpenedPeriod: random.pick(periods),
              purchasesInLastSixMonths: random.between(0, 12),
              suspiciousActivity: false,
            },
            authenticationInfo: { method: random.pick(['GUEST', 'OWN_CREDENTIALS', 'FIDO']) },
          },
        }
      : {}),
    ...(random.chance(0.01) ? { accountFunding: { accountFundingRecipientDetails: person } } : {}),
  };
}
