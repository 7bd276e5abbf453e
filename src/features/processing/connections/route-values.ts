/** The values by which routes decide. */
export const routeSchemes = ['VISA', 'MASTERCARD', 'AMEX', 'JCB', 'DISCOVER', 'DINERS'] as const;
export const routeKinds = ['SALE', 'AUTHORISE', 'VERIFY', 'PAYOUT'] as const;
export const routeChannels = ['ECOM', 'MOTO', 'STORED'] as const;
export const connectionModes = ['TEST', 'LIVE'] as const;
export const connectionStates = ['DRAFT', 'TESTED', 'ACTIVE', 'DRAINING', 'CLOSED'] as const;

export const maxRoutes = 100;
export const maxConnections = 50;
export const maxConnectionName = 60;
export const maxSecretLength = 4000;
