import type { ProcessorOperation } from '#integrations/processors/adapter.ts';

/** A sale that the sandbox approves. */
export const sandboxSale = (reference: string): ProcessorOperation => ({
  reference,
  kind: 'SALE',
  amountMinor: 2500,
  currency: 'GBP',
  account: {},
  source: { card: { pan: '9900000000000010', expiry: '1230', cv2: '123' } },
  initiator: 'CUSTOMER',
  channel: 'ECOM',
});
