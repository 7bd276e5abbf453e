import { describe, expect, test } from 'vitest';
import fc from 'fast-check';
import type { RoutedPayment } from '#integrations/processors/processors.ts';
import { type Route, type RouteTarget, chooseRoute, covers } from '../server/choose-route.ts';

const payment: RoutedPayment = {
  installationId: 5300001,
  path: '/1000/1100/1110/1111/5300001',
  rootId: 42,
  amountMinor: 2500,
  currency: 'GBP',
  scheme: 'VISA',
  kind: 'SALE',
  channel: 'ECOM',
};

const allKinds = {
  SALE: 'reference',
  AUTHORISE: 'reference',
  VERIFY: 'reference',
  PAYOUT: 'reference',
} as const;

const target = (id: number, more: Partial<RouteTarget> = {}): [number, RouteTarget] => [
  id,
  {
    id,
    state: 'ACTIVE',
    mode: 'TEST',
    capabilities: { operations: allKinds, currencies: 'ISO' },
    isUp: true,
    ...more,
  },
];

const route = (routeId: number, more: Partial<Route> = {}): Route => ({
  routeId,
  path: null,
  position: routeId,
  connectionId: routeId,
  currencies: [],
  schemes: [],
  kinds: [],
  channels: [],
  minMinor: null,
  maxMinor: null,
  share: 100,
  ...more,
});

const targets = new Map([target(1), target(2), target(3)]);
const chosen = (
  routes: readonly Route[],
  more: Partial<RoutedPayment> = {},
  except: readonly number[] = [],
) => {
  const decision = chooseRoute(routes, targets, { ...payment, ...more }, except);
  return decision.ok ? decision.route.routeId : decision.code;
};

describe('routes', () => {
  test('of the nearest organisation come first, those of the operator last', () => {
    const routes = [route(1), route(2, { path: '/1000' }), route(3, { path: '/1000/1100/1110/1111' })];
    expect(chosen(routes)).toBe(3);
    expect(chosen(routes, { path: '/1000/1200/5300002' })).toBe(2);
    expect(chosen(routes, { path: '/2000/5300003' })).toBe(1);
  });

  test('of an organisation do not apply to one whose id begins with the same digits', () => {
    expect(covers('/1000/11', '/1000/1100')).toBe(false);
    expect(covers('/1000/1100', '/1000/1100')).toBe(true);
  });

  test.each([
    ['currency', { currencies: ['EUR'] }, { currency: 'EUR' }],
    ['scheme', { schemes: ['AMEX'] }, { scheme: 'AMEX' }],
    ['kind', { kinds: ['PAYOUT'] }, { kind: 'PAYOUT' }],
    ['channel', { channels: ['MOTO'] }, { channel: 'MOTO' }],
    ['smallest amount', { minMinor: 2501 }, { amountMinor: 2501 }],
    ['largest amount', { maxMinor: 2499 }, { amountMinor: 2499 }],
  ] as const)('are chosen by %s', (_name, rule, fitting) => {
    const routes = [route(1, rule), route(2)];
    expect(chosen(routes)).toBe(2);
    expect(chosen(routes, fitting as Partial<RoutedPayment>)).toBe(1);
  });

  test('take a share of the payments, the same ones every time', () => {
    const routes = [route(1, { share: 30 }), route(2)];
    const ids = Array.from({ length: 2000 }, (_, rootId) => rootId);
    const first = ids.map((rootId) => chosen(routes, { rootId }));
    expect(ids.map((rootId) => chosen(routes, { rootId }))).toEqual(first);
    const taken = first.filter((id) => id === 1).length;
    expect(taken).toBeGreaterThan(500);
    expect(taken).toBeLessThan(700);
  });

  test('to a connection that is up come before earlier ones to one that is not', () => {
    const down = new Map([target(1, { isUp: false }), target(2)]);
    expect(chooseRoute([route(1), route(2)], down, payment)).toMatchObject({ route: { routeId: 2 } });
    expect(chooseRoute([route(1)], down, payment)).toMatchObject({ route: { routeId: 1 } });
  });

  test.each(['DRAFT', 'TESTED', 'DRAINING', 'CLOSED'])(
    'to a connection that is %s are not chosen',
    (state) => {
      const closed = new Map([target(1, { state })]);
      expect(chooseRoute([route(1)], closed, payment)).toEqual({ ok: false, code: 'X201' });
    },
  );

  test('of test mode are not for a live key', () => {
    const both = new Map([target(1), target(2, { mode: 'LIVE' })]);
    const live = chooseRoute([route(1), route(2)], both, { ...payment, mode: 'LIVE' });
    expect(live).toMatchObject({ route: { routeId: 2 } });
    expect(chooseRoute([route(1)], both, { ...payment, mode: 'LIVE' })).toMatchObject({ code: 'X201' });
  });

  test('refuse with A102 for a currency that none has, else with X201', () => {
    expect(chosen([])).toBe('X201');
    expect(chosen([route(1, { currencies: ['EUR'] })])).toBe('A102');
    expect(chosen([route(1, { schemes: ['AMEX'] })])).toBe('X201');
    const pounds = new Map([target(1, { capabilities: { operations: allKinds, currencies: { GBP: 2 } } })]);
    expect(chooseRoute([route(1)], pounds, { ...payment, currency: 'ISK' })).toMatchObject({ code: 'A102' });
  });

  test('take a wallet only where its connection does, whatever the share', () => {
    const apple = target(2, {
      capabilities: { operations: allKinds, currencies: 'ISO', wallets: ['APPLE-PAY'] },
    });
    const known = new Map([target(1), apple]);
    const wallet = { ...payment, scheme: null, wallet: 'APPLE-PAY' } as const;
    expect(chooseRoute([route(1), route(2)], known, wallet)).toMatchObject({ route: { routeId: 2 } });
    expect(chooseRoute([route(1)], known, wallet)).toEqual({ ok: false, code: 'A102' });
    const google = { ...wallet, wallet: 'GOOGLE-PAY' } as const;
    expect(chooseRoute([route(1), route(2)], known, google)).toEqual({ ok: false, code: 'A102' });
    const shared = [route(2, { share: 99 }), route(3, { connectionId: 2 })];
    for (let rootId = 0; rootId < 20; rootId += 1)
      expect(chooseRoute(shared, known, { ...wallet, rootId })).toMatchObject({ route: { routeId: 3 } });
    expect(chooseRoute([route(2, { schemes: ['VISA'] })], known, wallet)).toMatchObject({ code: 'X201' });
  });

  test('to a connection that is down keep a wallet: another one cannot read its token', () => {
    const capabilities = { operations: allKinds, currencies: 'ISO', wallets: ['APPLE-PAY'] } as const;
    const known = new Map([target(1, { capabilities, isUp: false }), target(2, { capabilities })]);
    const wallet = { ...payment, scheme: null, wallet: 'APPLE-PAY' } as const;
    expect(chooseRoute([route(1), route(2)], known, payment)).toMatchObject({ route: { routeId: 2 } });
    expect(chooseRoute([route(1), route(2)], known, wallet)).toMatchObject({ route: { routeId: 1 } });
  });

  test('to a connection without the kind of operation are not chosen', () => {
    const noPayouts = new Map([
      target(1, { capabilities: { operations: { SALE: 'handle' }, currencies: 'ISO' } }),
    ]);
    const payout = { ...payment, kind: 'PAYOUT' } as const;
    expect(chooseRoute([route(1)], noPayouts, payout)).toEqual({ ok: false, code: 'X201' });
  });

  const paths = fc.constantFrom(null, '/1000', '/1000/1100', '/1000/1100/1110', '/2000');
  const anyRoute = fc.record({
    path: paths,
    connectionId: fc.integer({ min: 1, max: 3 }),
    currencies: fc.subarray(['GBP', 'EUR']),
    share: fc.integer({ min: 1, max: 100 }),
  });

  test('never lead to an excluded connection, and always to one that fits', () => {
    fc.assert(
      fc.property(
        fc.array(anyRoute),
        fc.subarray([1, 2, 3]),
        fc.integer({ min: 1 }),
        (list, except, rootId) => {
          const routes = list.map((one, index) => route(index + 1, one));
          const decision = chooseRoute(routes, targets, { ...payment, rootId }, except);
          if (!decision.ok) return;
          const { connectionId, path, currencies } = decision.route;
          expect(except).not.toContain(connectionId);
          expect(covers(path, payment.path)).toBe(true);
          expect(currencies.length === 0 || currencies.includes('GBP')).toBe(true);
        },
      ),
    );
  });
});
