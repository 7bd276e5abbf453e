import type { ProcessorAdapter, ProcessorConnection } from '#integrations/processors/adapter.ts';
import { adyenAdapter } from '#integrations/processors/adyen/adyen-adapter.ts';
import { httpAdapter } from '#integrations/processors/http/http-adapter.ts';
import { hyperswitchAdapter } from '#integrations/processors/hyperswitch/hyperswitch-adapter.ts';
import { stripeAdapter } from '#integrations/processors/stripe/stripe-adapter.ts';
import { sandboxAdapter } from '#integrations/processors/sandbox/sandbox-adapter.ts';

const isOffline = (): never => {
  throw new Error('commands send no payments');
};

/** The sandbox runs in the product: a command can name it, and sends nothing. */
const sandbox: ProcessorConnection = {
  capabilities: { operations: {}, currencies: 'ISO' },
  send: isOffline,
  lookup: isOffline,
  invalidate: isOffline,
  tokenize: isOffline,
  check: () =>
    Promise.resolve([{ name: 'connection', result: 'not-testable', detail: 'It runs in the product.' }]),
};

/** The kinds of processors that files of the operator can name. */
export const operatorAdapters: ReadonlyMap<string, ProcessorAdapter> = new Map(
  [sandboxAdapter(sandbox), httpAdapter, adyenAdapter(), stripeAdapter(), hyperswitchAdapter].map(
    (adapter) => [adapter.name, adapter],
  ),
);
