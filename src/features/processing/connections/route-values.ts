/** The values by which routes decide. */
export const routeSchemes = ['VISA', 'MASTERCARD', 'AMEX', 'JCB', 'DISCOVER', 'DINERS'] as const;
export const routeKinds = ['SALE', 'AUTHORISE', 'VERIFY', 'PAYOUT'] as const;
export const routeChannels = ['ECOM', 'MOTO', 'STORED'] as const;
export const connectionModes = ['TEST', 'LIVE'] as const;
export const connectionStates = ['DRAFT', 'TESTED', 'ACTIVE', 'DRAINING', 'CLOSED'] as const;

/** Why a route does not take a payment; in this order. */
export const misfits = [
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
  'down',
] as const;
export type Misfit = (typeof misfits)[number];

export const maxRoutes = 100;
export const maxConnections = 50;
export const maxConnectionName = 60;
export const maxSecretLength = 4000;
