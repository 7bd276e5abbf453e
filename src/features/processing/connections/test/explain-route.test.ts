import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Route, type RouteTarget, chooseRoute, explainRoutes } from '../server/choose-route.ts';
import { decide } from '../server/explain-route.ts';
import { type RouteForm, routeErrors, toRouteContent, toRouteForm } from '../route-form.ts';

const some = <T>(...values: T[]) => fc.subarray(values, { maxLength: 2 });
const routeArbitrary = fc.record({
  path: fc.constantFrom(null, '/1', '/1/2', '/1/2/3', '/9'),
  connectionId: fc.integer({ min: 1, max: 4 }),
  currencies: some('EUR', 'GBP'),
  schemes: some('VISA', 'AMEX'),
  kinds: some('SALE', 'PAYOUT'),
  channels: some('ECOM', 'MOTO'),
  minMinor: fc.option(fc.integer({ min: 1, max: 300 })),
  maxMinor: fc.option(fc.integer({ min: 1, max: 300 })),
});
const targetArbitrary = fc.record({
  state: fc.constantFrom('ACTIVE', 'ACTIVE', 'DRAINING'),
  mode: fc.constantFrom('TEST' as const, 'LIVE' as const),
  isUp: fc.boolean(),
  currencies: fc.constantFrom('ISO' as const, { EUR: 2 }),
  schemes: fc.constantFrom(undefined, ['VISA']),
  sells: fc.boolean(),
});
const paymentArbitrary = fc.record({
  amountMinor: fc.integer({ min: 1, max: 300 }),
  currency: fc.constantFrom('EUR', 'GBP'),
  scheme: fc.constantFrom('VISA', 'AMEX'),
  kind: fc.constantFrom('SALE' as const, 'PAYOUT' as const),
  channel: fc.constantFrom('ECOM' as const, 'MOTO' as const),
  mode: fc.constantFrom(undefined, 'TEST' as const, 'LIVE' as const),
});

test('the explanation of a payment ends with the route that it takes', () => {
  fc.assert(
    fc.property(
      fc.array(routeArbitrary, { maxLength: 6 }),
      fc.array(targetArbitrary, { minLength: 3, maxLength: 3 }),
      paymentArbitrary,
      (given, ends, facts) => {
        const routes: Route[] = given.map((route, index) => ({
          ...route,
          routeId: index + 1,
          position: index,
          share: 100,
        }));
        const targets = new Map<number, RouteTarget>(
          ends.map(({ state, mode, isUp, currencies, schemes, sells }, index) => [
            index + 1,
            {
              id: index + 1,
              state,
              mode,
              isUp,
              capabilities: {
                operations: sells ? { SALE: 'reference' } : { PAYOUT: 'reference' },
                currencies,
                schemes,
              },
            },
          ]),
        );
        const payment = { ...facts, installationId: 3, path: '/1/2/3' };
        const chosen = chooseRoute(routes, targets, { ...payment, rootId: 7 });
        const steps = explainRoutes(routes, targets, payment).map(({ misfits, ...step }) => ({
          ...step,
          misfits: [...misfits],
          organisationId: null,
          organisationName: null,
          position: 1,
          connectionId: 1,
          connectionName: '',
          mode: 'TEST' as const,
        }));
        const decided = decide(steps);
        if (chosen.ok) expect(decided.chosen[0]).toEqual({ routeId: chosen.route.routeId, percent: 100 });
        else expect(decided).toEqual({ chosen: [], code: chosen.code });
      },
    ),
    { numRuns: 2000 },
  );
});

const form = (change: Partial<RouteForm> = {}): RouteForm => ({
  ...toRouteForm(undefined, [{ connectionId: 5, name: 'Acme', mode: 'TEST', state: 'ACTIVE' }]),
  ...change,
});

test.each([
  ['the only connection is chosen', {}, {}],
  ['no connection', { connectionId: null }, { connectionId: 'required' }],
  ['a share of nothing', { share: '0' }, { share: 'share' }],
  ['more than all', { share: '101' }, { share: 'share' }],
  ['an amount that cannot be read', { currencies: ['EUR'], minAmount: 'ten' }, { minAmount: 'amount' }],
  [
    'a maximum below',
    { currencies: ['EUR'], minAmount: '2', maxAmount: '1.99' },
    { maxAmount: 'max_below_min' },
  ],
  ['amounts of several currencies, which do not count', { currencies: ['EUR', 'GBP'], minAmount: 'x' }, {}],
])('the form of a route: %s', (_title, change, errors) => {
  expect(routeErrors(form(change))).toEqual(errors);
});

test('the form of a route sends amounts with one currency only', () => {
  expect(toRouteContent(form({ currencies: ['EUR'], minAmount: '2.00' }))).toMatchObject({
    minAmount: '2.00',
    maxAmount: null,
  });
  expect(toRouteContent(form({ currencies: [], minAmount: '2.00' }))).toMatchObject({
    minAmount: null,
    connectionId: 5,
  });
});
