/** A rule of the demo, and its changes since. */
export interface DemoRule {
  /** Days before now. */
  ago: number;
  body: object;
  changes?: readonly { ago: number; part: object }[];
  isDeactivated?: boolean;
  /** The only condition of the rule, with the name of a list of the demo. */
  list?: { name: string; field: string };
}

const everywhere = {
  merchantIds: [1111, 1112, 1121, 1122],
  installationIds: [5300001, 5300002, 5300003, 5300004, 5300005],
};
const retailMerchants = { merchantIds: [1111, 1112], installationIds: [5300001, 5300003] };
const lending = { merchantIds: [1122], installationIds: [5300005] };
/** Excludes the installations of the documentation's examples, whose test cards are used repeatedly. */
const travelMerchants = { merchantIds: [1121, 1122], installationIds: [5300004, 5300005] };
const hotels = { merchantIds: [1121], installationIds: [5300004] };

const all = (...conditions: object[]) => ({
  joinedConditions: { logicalOperator: 'and', conditions },
});
/** The condition of a rule with a list. */
export const onList = (field: string, listId: number) =>
  all({ type: 'list', field, operator: 'isIn', listId });
const any = (...conditions: object[]) => ({ joinedConditions: { logicalOperator: 'or', conditions } });
const simple = (field: string, operator: string, value: string) => ({
  type: 'simple',
  field,
  operator,
  value,
});
const attempts = (value: number) => ({
  type: 'velocityCount',
  field: 'paymentAccountCorrelationId',
  operator: 'greaterThan',
  value,
  window: '1h',
});
const capture = (days: string) => ({ action: 'Defer', deferFinalAction: 'capture', deferWaitPeriod: days });
const decline = { action: 'Defer', deferFinalAction: 'decline', deferWaitPeriod: '7 days' };
const test = (actionToTest: string) => ({ action: 'Ignore', actionToTest });

/** Twelve rules: eight active, three tests, one inactive. The payments of suspiciousOrders match them. */
export const demoRules = (): readonly DemoRule[] => [
  {
    ago: 310,
    body: {
      name: 'Card velocity',
      description: 'Card testing: many attempts with one card in a short time',
      ...travelMerchants,
      action: 'Block',
      ...all(attempts(15)),
    },
    changes: [
      { ago: 190, part: all(attempts(10)) },
      {
        ago: 21,
        part: { ...all(attempts(8)), description: 'Card testing. Lowered after the attack in autumn' },
      },
    ],
  },
  {
    ago: 298,
    body: {
      name: 'Known fraud emails',
      description: 'Customers with confirmed fraud',
      ...everywhere,
      action: 'Block',
    },
    list: { name: 'Known fraud emails', field: 'customerEmail' },
  },
  {
    ago: 260,
    body: {
      name: 'Disposable email addresses',
      description: 'Throw-away mailboxes are used for card testing',
      ...everywhere,
      action: 'Block',
      ...any(
        simple('customerEmail', 'endsWithIgnoreCase', '@mailinator.com'),
        simple('customerEmail', 'endsWithIgnoreCase', '@guerrillamail.com'),
        simple('customerEmail', 'endsWithIgnoreCase', '@10minutemail.com'),
      ),
    },
  },
  {
    ago: 240,
    body: {
      name: 'Loans need an adult',
      description: 'Repayments by customers under 18 are refused',
      ...lending,
      action: 'Block',
      ...all({ type: 'age', field: 'customerDateOfBirth', operator: 'lessThan', value: '18' }),
    },
  },
  {
    ago: 180,
    body: {
      name: 'High fraud score',
      description: 'Reviewed by hand before the money moves',
      ...travelMerchants,
      ...decline,
      ...all(simple('fraudGuardScore', 'greaterThanOrEqualTo', '50')),
    },
  },
  {
    ago: 150,
    body: {
      name: 'Large orders from abroad',
      description: 'Card and billing address in different countries, above 5,000',
      ...retailMerchants,
      ...capture('2 days'),
      ...all(simple('transactionAmount', 'greaterThan', '5000'), {
        type: 'geolocation',
        locationType1: 'issuingCountry',
        operator: 'notEqualTo',
        locationType2: 'billingCountry',
      }),
    },
    changes: [{ ago: 90, part: capture('3 days') }],
  },
  {
    ago: 120,
    body: {
      name: 'Spending per customer',
      description: 'A high amount after unusually high spending with one email within a day',
      ...retailMerchants,
      ...capture('1 day'),
      ...all(simple('transactionAmount', 'greaterThan', '1000'), {
        type: 'velocitySum',
        field: 'customerEmail',
        sumTypeField: 'attemptedSpend',
        currency: 'gbp',
        operator: 'greaterThanOrEqualTo',
        value: 12000,
        window: '24h',
      }),
    },
  },
  {
    ago: 75,
    body: {
      name: 'Gold customers, small orders',
      description: 'Members of the loyalty programme with usual baskets',
      ...retailMerchants,
      action: 'Accept',
      ...all(
        {
          type: 'customField',
          customField: { descriptiveName: 'loyalty_tier', dataType: 'string', index: 1 },
          operator: 'equalTo',
          value: 'gold',
        },
        simple('transactionAmount', 'lessThan', '200'),
      ),
    },
  },
  {
    ago: 45,
    body: {
      name: 'Many emails from one address',
      description: 'Test: one IP address with changing identities',
      ...everywhere,
      ...test('Block'),
      ...all({
        type: 'morphing',
        field1: 'customerIpAddress',
        field2: 'customerEmail',
        operator: 'greaterThan',
        value: 4,
        window: '24h',
      }),
    },
  },
  {
    ago: 30,
    body: {
      name: 'Night orders',
      description: 'Test: high amounts in the small hours',
      ...retailMerchants,
      ...test('Defer'),
      ...all(
        simple('transactionTime', 'timeBetween', '01:00|04:30'),
        simple('transactionAmount', 'greaterThan', '400'),
      ),
    },
  },
  {
    ago: 12,
    body: {
      name: 'Prepaid cards from another country',
      description: 'Test: prepaid cards whose country differs from that of the IP address',
      ...everywhere,
      ...test('Block'),
      ...all(simple('cardUsageType', 'equalTo', 'PREPAID'), {
        type: 'geolocation',
        locationType1: 'issuingCountry',
        operator: 'notEqualTo',
        locationType2: 'ipCountry',
      }),
    },
  },
  {
    ago: 400,
    isDeactivated: true,
    body: {
      name: 'High phone orders',
      description: 'Replaced by the review of large orders',
      merchantIds: [1111],
      installationIds: [5300002],
      ...capture('2 days'),
      ...all(simple('commerceType', 'equalTo', 'MOTO'), simple('transactionAmount', 'greaterThan', '1000')),
    },
  },
];

const territory = (field: string, operator: string, territories: readonly string[]) => ({
  territoryCondition: {
    type: 'territory',
    territoryComparisonType: field,
    territoryListOperator: operator,
    territories,
  },
});

/** Two active rules and one test. */
export const demoTerritoryRules: readonly { ago: number; body: object }[] = [
  {
    ago: 330,
    body: {
      name: 'Sanctioned countries',
      description: 'Cards of countries under sanctions',
      ...everywhere,
      action: 'TerritoryBlock',
      ...territory('cardIssuerCountryCode', 'isIn', ['CUB', 'IRN', 'PRK', 'SYR']),
    },
  },
  {
    ago: 140,
    body: {
      name: 'Unusual IP countries',
      description: 'Reviewed before the money moves',
      ...retailMerchants,
      action: 'TerritoryDefer',
      deferFinalAction: 'decline',
      deferWaitPeriod: '7 days',
      ...territory('ipCountryCode', 'isIn', ['AFG', 'MMR', 'YEM']),
    },
  },
  {
    ago: 20,
    body: {
      name: 'Hotel guests from far away',
      description: 'Test: how many bookings would need a review',
      ...hotels,
      action: 'Ignore',
      actionToTest: 'Defer',
      ...territory('billingCountryCode', 'isIn', ['AUS', 'NZL', 'FJI', 'PNG']),
    },
  },
];
