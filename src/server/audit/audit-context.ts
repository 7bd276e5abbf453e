import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint } from '#shared/define-endpoint.ts';
import type { Caller } from '../auth/caller.ts';
import type { AuthorizedResource } from '../guard.ts';
import type { RequestInfo } from '../handler.ts';

/** One request as the audit sees it, from its arrival to its answer. */
export interface AuditContext {
  call: Endpoint;
  request: RequestInfo;
  /** The ids that the path names, as far as they were read. */
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  caller?: Caller;
  resource?: AuthorizedResource;
  /** Has the handler told of it itself? Within a transaction that may yet be undone: 'pending'. */
  line: 'none' | 'pending' | 'kept';
}

const running = new AsyncLocalStorage<AuditContext>();

/** Everything that `work` records knows the request it belongs to. */
export function withAuditContext<T>(act: AuditContext, work: () => Promise<T>): Promise<T> {
  return running.run(act, work);
}

export const currentAuditContext = (): AuditContext | undefined => running.getStore();
