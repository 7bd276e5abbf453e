import { inject } from 'vitest';
import type { Product } from './running-product.ts';

/** The product of this worker, which keeps its number from file to file. */
function ownProduct(): Product {
  const product = inject('products')[Number(process.env.VITEST_POOL_ID) - 1];
  if (product === undefined)
    throw new Error(`no product was started for worker ${process.env.VITEST_POOL_ID}`);
  return product;
}

export const portalUrl = (): string => ownProduct().portalUrl;
export const gatewayUrl = (): string => ownProduct().gatewayUrl;
