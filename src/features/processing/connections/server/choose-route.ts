import { createHash } from 'node:crypto';
import type { Capabilities, ConnectionMode } from '#integrations/processors/adapter.ts';
import type { RouteStep, RoutedPayment } from '#integrations/processors/processors.ts';
import type { RouteMisfit } from '#shared/payments/route-misfits.ts';

/** A rule of an organisation. An empty list fits everything. */
export interface Route {
  routeId: number;
  /** Of its organisation in the tree; null: the operator's, after all others. */
  path: string | null;
  position: number;
  connectionId: number;
  currencies: readonly string[];
  schemes: readonly string[];
  kinds: readonly string[];
  channels: readonly string[];
  minMinor: number | null;
  maxMinor: number | null;
  /** Percent of the payments that fit. */
  share: number;
}

/** What a route needs to know of its connection. */
export interface RouteTarget {
  id: number;
  state: string;
  mode: ConnectionMode;
  capabilities: Capabilities;
  /** False while its breaker is open. */
  isUp: boolean;
}

type RouteDecision = { ok: true; route: Route } | { ok: false; code: 'X201' | 'A102' };

/** A payment without its id: a route with a share takes a part of such payments. */
type PaymentKind = Omit<RoutedPayment, 'rootId'>;

/**
 * The first route that fits: those of the nearest organisation first, there in their order. One that is up comes before one
 * that is not, except for a wallet: its token can be read by one processor only. A102: only the currency is missing, or only
 * the wallet. `targets`: the connections by id.
 */
export function chooseRoute(
  routes: readonly Route[],
  targets: ReadonlyMap<number, RouteTarget>,
  payment: RoutedPayment,
  except: readonly number[] = [],
): RouteDecision {
  const candidates = listCovering(routes, payment)
    .filter(({ connectionId }) => !except.includes(connectionId))
    .filter((route) => isInShare(route, payment))
    .map((route) => ({ route, misfits: findMisfits(route, targets.get(route.connectionId), payment) }));
  const fitting = candidates.filter(({ misfits }) => misfits.every((one) => one === 'down'));
  const up = payment.wallet ? undefined : fitting.find(({ misfits }) => misfits.length === 0);
  const chosen = up ?? fitting[0];
  if (chosen) return { ok: true, route: chosen.route };
  const isUnfit = candidates.some(({ misfits }) => misfits.every((one) => isAccountMisfit(one)));
  return { ok: false, code: isUnfit ? 'A102' : 'X201' };
}

/** What no account of the merchant can process, although there is a route. */
export const isAccountMisfit = (misfit: RouteMisfit): boolean =>
  misfit === 'currency' || misfit === 'currency_offered' || misfit === 'wallet_offered' || misfit === 'down';

/** Paths are `/1000/2000`: an organisation covers itself and what is below it. */
export const covers = (path: string | null, of: string): boolean =>
  path === null || of === path || of.startsWith(`${path}/`);

const depth = ({ path }: Route): number => (path === null ? -1 : path.split('/').length);

const listCovering = (routes: readonly Route[], { path }: PaymentKind): Route[] =>
  routes
    .filter((route) => covers(route.path, path))
    .toSorted((a, b) => depth(b) - depth(a) || a.position - b.position);

/** Every route that covers such payments, in the order in which they decide, each with what it lacks. */
export function explainRoutes(
  routes: readonly Route[],
  targets: ReadonlyMap<number, RouteTarget>,
  payment: PaymentKind,
): RouteStep[] {
  return listCovering(routes, payment).map((route) => ({
    routeId: route.routeId,
    share: route.share,
    misfits: findMisfits(route, targets.get(route.connectionId), payment),
  }));
}

function findMisfits(route: Route, target: RouteTarget | undefined, payment: PaymentKind): RouteMisfit[] {
  if (!target) return ['unavailable'];
  const { currency, scheme, kind, channel, amountMinor, mode, wallet } = payment;
  const { currencies, schemes, operations, wallets = [] } = target.capabilities;
  const { minMinor, maxMinor } = route;
  const checks: [RouteMisfit, boolean][] = [
    ['inactive', target.state === 'ACTIVE'],
    ['mode', mode === undefined || mode === target.mode],
    ['currency', isIn(route.currencies, currency)],
    ['currency_offered', currencies === 'ISO' || Object.hasOwn(currencies, currency)],
    ['scheme', isIn(route.schemes, scheme)],
    ['scheme_offered', schemes === undefined || scheme === null || schemes.includes(scheme)],
    ['kind', isIn(route.kinds, kind)],
    ['kind_offered', operations[kind] !== undefined],
    ['channel', isIn(route.channels, channel)],
    ['amount', (minMinor ?? amountMinor) <= amountMinor && amountMinor <= (maxMinor ?? amountMinor)],
    ['wallet_offered', wallet === undefined || wallets.includes(wallet)],
    ['down', target.isUp],
  ];
  return checks.flatMap(([misfit, isMet]) => (isMet ? [] : [misfit]));
}

const isIn = (list: readonly string[], value: string | null): boolean =>
  list.length === 0 || (value !== null && list.includes(value));

/**
 * The same payment is in it each time; another part of the payments for each route. The processor of a wallet's token is
 * known before there is a payment, so that no share takes it.
 */
function isInShare({ routeId, share }: Route, { rootId, wallet }: RoutedPayment): boolean {
  if (share >= 100) return true;
  if (wallet !== undefined) return false;
  return createHash('sha256').update(`${routeId}:${rootId}`).digest().readUInt32BE(0) % 100 < share;
}
