import type { Handler } from '#server/handler.ts';
import { handlers } from './handlers.ts';

const byEndpoint: ReadonlyMap<string, Handler> = new Map(
  handlers.map((handler) => [handler.endpoint.name, handler]),
);

/** The handler of an endpoint, for approvals and bulk work, which run requests later. */
export const findHandler = (endpoint: string): Handler | undefined => byEndpoint.get(endpoint);
