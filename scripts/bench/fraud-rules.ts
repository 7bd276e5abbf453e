import type { FraudFacts } from '#features/fraud/fraud-engine/facts.ts';
import type { Condition, EvaluatedRule } from '#features/fraud/fraud-rules/rule.ts';

/** Numbers that are the same on every run. */
export function seeded(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const countries = ['GBR', 'FRA', 'DEU', 'ESP', 'ITA', 'NLD', 'POL', 'USA', 'NGA', 'BRA', 'IND', 'CHN'];
const domains = ['example.com', 'mail.example', 'shop.example', 'temp.example', 'corp.example'];
const cities = ['London', 'Paris', 'Hamburg', 'Madrid', 'Lagos', 'Chicago', 'Leeds', 'Lyon'];
const names = ['Ada Lovell', 'Ben Okafor', 'Carla Díaz', 'Dev Patel', 'Eva Novak', 'Finn Olsen'];
const schemes = ['VISA', 'MASTERCARD', 'AMEX'];

/**
 * Rules of two to six conditions, four of five joined by `and`, as a merchant with many of them has. `velocityPart` is the
 * share of conditions that count attempts.
 */
export function generateRules(
  count: number,
  seed: number,
  velocityPart = 0,
  installationId = 1,
): EvaluatedRule[] {
  const next = seeded(seed);
  return Array.from({ length: count }, (_, index): EvaluatedRule => ({
    ruleId: index + 1,
    name: `Rule ${index + 1}`,
    version: 1,
    merchantIds: [1],
    installationIds: [installationId],
    ruleType: 'rule',
    action: 'Ignore',
    actionToTest: 'Block',
    joinedConditions: {
      logicalOperator: next(5) === 0 ? 'or' : 'and',
      conditions: Array.from({ length: 2 + next(5) }, () =>
        next(1000) < velocityPart * 1000 ? velocityCondition(next) : anyCondition(next),
      ),
    },
  }));
}

function anyCondition(next: (below: number) => number): Condition {
  const chooseValue = <T>(values: readonly T[]): T => values[next(values.length)] as T;
  const country = chooseValue([
    'cardIssuerCountryCode',
    'billingCountryCode',
    'ipCountryCode',
    'shippingCountryCode',
  ]);
  const simple = (field: string, operator: string, value: string): Condition => ({
    type: 'simple',
    field,
    operator,
    value,
  });
  switch (next(10)) {
    case 0:
      return simple('transactionAmount', chooseValue(['greaterThan', 'lessThan']), String(10 + next(500)));
    case 1:
      return simple('transactionAmount', 'between', `${next(100)}|${100 + next(400)}`);
    case 2:
      return simple(country, chooseValue(['equalTo', 'notEqualTo']), chooseValue(countries));
    case 3:
      return simple(
        country,
        chooseValue(['isIn', 'isNotIn']),
        [...new Set(Array.from({ length: 10 }, () => chooseValue(countries)))].join(','),
      );
    case 4:
      return simple('customerEmail', chooseValue(['endsWith', 'contains']), chooseValue(domains));
    case 5:
      return simple('billingCity', 'equalTo', chooseValue(cities));
    case 6:
      return simple('cardScheme', chooseValue(['equalTo', 'notEqualTo']), chooseValue(schemes));
    case 7:
      return {
        type: 'geolocation',
        locationType1: 'billingCountry',
        operator: chooseValue(['equalTo', 'notEqualTo']),
        locationType2: chooseValue(['ipCountry', 'issuingCountry', 'shippingCountry']),
      };
    case 8:
      return simple('shippingCity', chooseValue(['isNull', 'isNotNull']), '');
    default:
      return simple(
        'fraudGuardScore',
        chooseValue(['greaterThanOrEqualTo', 'lessThanOrEqualTo']),
        String(next(100)),
      );
  }
}

function velocityCondition(next: (below: number) => number): Condition {
  const chooseValue = <T>(values: readonly T[]): T => values[next(values.length)] as T;
  const field = chooseValue([
    'customerEmail',
    'paymentAccountCorrelationId',
    'customerIpAddress',
    'billingPostcode',
  ]);
  return {
    type: 'velocityCount',
    field,
    operator: 'greaterThan',
    value: 3 + next(20),
    window: chooseValue(['5m', '1h', '24h', '7d', '30d']),
  };
}

/** The facts of a payment; one value in five is missing. */
export function generateFacts(count: number, seed: number): FraudFacts[] {
  const next = seeded(seed);
  const chooseValue = <T>(values: readonly T[]): T => values[next(values.length)] as T;
  const maybe = <T>(value: T): T | null => (next(5) === 0 ? null : value);
  return Array.from({ length: count }, (_, index) => ({
    now: Date.UTC(2026, 10, 22, 10, index % 60),
    values: {
      transactionAmount: next(60_000) / 100,
      cardIssuerCountryCode: maybe(chooseValue(countries)),
      billingCountryCode: maybe(chooseValue(countries)),
      ipCountryCode: maybe(chooseValue(countries)),
      shippingCountryCode: maybe(chooseValue(countries)),
      customerEmail: maybe(`buyer${next(10_000)}@${chooseValue(domains)}`),
      billingCity: maybe(chooseValue(cities)),
      cardScheme: chooseValue(schemes),
      shippingCity: maybe(chooseValue(cities)),
      customerName: maybe(chooseValue(names)),
      fraudGuardScore: next(100),
    },
  }));
}
