import { parseAmount } from '#shared/money.ts';
import type { RouteContent, RouteView, RoutesView } from './schemas.ts';

export interface RouteForm {
  connectionId: string | null;
  currencies: string[];
  schemes: string[];
  kinds: string[];
  channels: string[];
  /** Decimal text, '' while empty. */
  minAmount: string;
  maxAmount: string;
  share: string;
}
export type RouteErrors = Partial<Record<keyof RouteForm, 'required' | 'amount' | 'max_below_min' | 'share'>>;

/** A new route names the only connection, if there is one. */
export function toRouteForm(route: RouteView | undefined, choices: RoutesView['choices']): RouteForm {
  const [only, ...others] = choices;
  if (!route)
    return {
      connectionId: only && others.length === 0 ? String(only.connectionId) : null,
      currencies: [],
      schemes: [],
      kinds: [],
      channels: [],
      minAmount: '',
      maxAmount: '',
      share: '100',
    };
  const { connectionId, currencies, schemes, kinds, channels, minAmount, maxAmount, share } = route;
  return {
    connectionId: String(connectionId),
    currencies,
    schemes,
    kinds,
    channels,
    minAmount: minAmount ?? '',
    maxAmount: maxAmount ?? '',
    share: String(share),
  };
}

export function routeErrors({
  connectionId,
  currencies,
  minAmount,
  maxAmount,
  share,
}: RouteForm): RouteErrors {
  const errors: RouteErrors = {};
  const [currency] = currencies;
  const minor = (amount: string): number | undefined | 'wrong' => {
    if (amount === '' || currencies.length !== 1) return undefined;
    const parsed = parseAmount(amount, currency);
    return parsed.ok ? parsed.value : 'wrong';
  };
  const [min, max] = [minor(minAmount), minor(maxAmount)];
  if (connectionId === null) errors.connectionId = 'required';
  if (min === 'wrong') errors.minAmount = 'amount';
  if (max === 'wrong') errors.maxAmount = 'amount';
  if (typeof min === 'number' && typeof max === 'number' && min > max) errors.maxAmount = 'max_below_min';
  if (!/^\d{1,3}$/.test(share) || Number(share) < 1 || Number(share) > 100) errors.share = 'share';
  return errors;
}

/** The body of a request. Amounts count with one currency only. */
export function toRouteContent(form: RouteForm): RouteContent {
  const { connectionId, currencies, schemes, kinds, channels, minAmount, maxAmount, share } = form;
  const amount = (text: string) => (text === '' || currencies.length !== 1 ? null : text);
  return {
    connectionId: Number(connectionId),
    currencies,
    schemes: schemes as RouteContent['schemes'],
    kinds: kinds as RouteContent['kinds'],
    channels: channels as RouteContent['channels'],
    minAmount: amount(minAmount),
    maxAmount: amount(maxAmount),
    share: Number(share),
  };
}
