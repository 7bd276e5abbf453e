import type { Handler } from '#server/handler.ts';
import { handlers } from './handlers.ts';

const approvable: ReadonlyMap<string, Handler> = new Map(
  handlers
    .filter(({ endpoint }) => endpoint.approval !== undefined)
    .map((handler) => [handler.endpoint.name, handler]),
);

/** The handler of an endpoint with `approval`, for the approvals that run it. */
export const findApprovable = (endpoint: string): Handler | undefined => approvable.get(endpoint);
