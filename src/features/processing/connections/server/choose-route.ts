import { createHash } from 'node:crypto';
import type { Capabilities, ConnectionMode } from '#integrations/processors/adapter.ts';
import type { RouteStep, RoutedPayment } from '#integrations/processors/processors.ts';
import type { Misfit } from '../route-values.ts';

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

/**
 * The first route that fits: those of the nearest organisation first, there in their order. One that is up comes before one
 * that is not. `targets`: the connections by id.
 */
export function chooseRoute(
  routes: readonly Route[],
  targets: ReadonlyMap<number, RouteTarget>,
  payment: RoutedPayment,
  except: readonly number[] = [],
): RouteDecision {
  const usable = sortNearestFirst(routes.filter(({ path }) => covers(path, payment.path))).filter((route) => {
    const target = targets.get(route.connectionId);
    if (target?.state !== 'ACTIVE' || except.includes(route.connectionId)) return false;
    return payment.mode === undefined || payment.mode === target.mode;
  });
  const fitting = usable.filter((route) => fits(route, targets.get(route.connectionId), payment));
  const route = fitting.find(({ connectionId }) => targets.get(connectionId)?.isUp) ?? fitting[0];
  if (route) return { ok: true, route };
  const isCurrency = usable.some((one) => {
    const target = targets.get(one.connectionId);
    return fitsKind(one, target, payment) && !fitsCurrency(one, target, payment);
  });
  return { ok: false, code: isCurrency ? 'A102' : 'X201' };
}

/** Paths are `/1000/2000`: an organisation covers itself and what is below it. */
export const covers = (path: string | null, of: string): boolean =>
  path === null || of === path || of.startsWith(`${path}/`);

const depth = ({ path }: Route): number => (path === null ? -1 : path.split('/').length);

const sortNearestFirst = (routes: readonly Route[]): Route[] =>
  routes.toSorted((a, b) => depth(b) - depth(a) || a.position - b.position);

/**
 * Every route that covers a payment, in the order in which they decide, each with what it lacks. The payment's id is left out:
 * a route with a share takes a part of such payments.
 */
export function explainRoutes(
  routes: readonly Route[],
  targets: ReadonlyMap<number, RouteTarget>,
  payment: Omit<RoutedPayment, 'rootId'>,
): RouteStep[] {
  const covering = sortNearestFirst(routes.filter(({ path }) => covers(path, payment.path)));
  return covering.map((route) => ({
    routeId: route.routeId,
    share: route.share,
    misfits: findMisfits(route, targets.get(route.connectionId), payment),
  }));
}

function findMisfits(
  route: Route,
  target: RouteTarget | undefined,
  payment: Omit<RoutedPayment, 'rootId'>,
): Misfit[] {
  if (!target) return ['unavailable'];
  const { currency, scheme, kind, channel, amountMinor, mode } = payment;
  const { currencies, schemes, operations } = target.capabilities;
  const { minMinor, maxMinor } = route;
  const checks: [Misfit, boolean][] = [
    ['inactive', target.state === 'ACTIVE'],
    ['mode', mode === undefined || mode === target.mode],
    ['currency', isIn(route.currencies, currency)],
    ['currency_offered', currencies === 'ISO' || Object.hasOwn(currencies, currency)],
    ['scheme', isIn(route.schemes, scheme)],
    ['scheme_offered', schemes === undefined || schemes.includes(scheme)],
    ['kind', isIn(route.kinds, kind)],
    ['kind_offered', operations[kind] !== undefined],
    ['channel', isIn(route.channels, channel)],
    ['amount', (minMinor ?? amountMinor) <= amountMinor && amountMinor <= (maxMinor ?? amountMinor)],
    ['down', target.isUp],
  ];
  return checks.flatMap(([misfit, isMet]) => (isMet ? [] : [misfit]));
}

const fits = (route: Route, target: RouteTarget | undefined, payment: RoutedPayment): boolean =>
  fitsCurrency(route, target, payment) && fitsKind(route, target, payment);

function fitsCurrency(route: Route, target: RouteTarget | undefined, { currency }: RoutedPayment): boolean {
  const offered = target?.capabilities.currencies;
  const isOffered = offered === 'ISO' || (offered !== undefined && Object.hasOwn(offered, currency));
  return isOffered && isIn(route.currencies, currency);
}

function fitsKind(route: Route, target: RouteTarget | undefined, payment: RoutedPayment): boolean {
  const { scheme, kind, channel, amountMinor, rootId } = payment;
  const schemes = target?.capabilities.schemes;
  return (
    target?.capabilities.operations[kind] !== undefined &&
    (schemes === undefined || schemes.includes(scheme)) &&
    isIn(route.schemes, scheme) &&
    isIn(route.kinds, kind) &&
    isIn(route.channels, channel) &&
    (route.minMinor === null || amountMinor >= route.minMinor) &&
    (route.maxMinor === null || amountMinor <= route.maxMinor) &&
    (route.share >= 100 || shareOf(route.routeId, rootId) < route.share)
  );
}

const isIn = (list: readonly string[], value: string): boolean => list.length === 0 || list.includes(value);

/** 0 to 99, the same for a payment each time; another one for each route. */
function shareOf(routeId: number, rootId: number): number {
  return createHash('sha256').update(`${routeId}:${rootId}`).digest().readUInt32BE(0) % 100;
}
