/** Why a route does not take a payment; in this order. 'down' alone: it is taken when no other one fits. */
export const routeMisfits = [
  'unavailable',
  'inactive',
  'mode',
  'currency',
  'currency_offered',
  'scheme',
  'scheme_offered',
  'kind',
  'kind_offered',
  'channel',
  'amount',
  'wallet_offered',
  'down',
] as const;
export type RouteMisfit = (typeof routeMisfits)[number];
