import { AsyncLocalStorage } from 'node:async_hooks';
import type { Endpoint } from '#shared/define-endpoint.ts';
import type { Caller } from '../auth/caller.ts';
import type { RequestInfo } from '../handler.ts';

/** What an audit event needs of the resource, whatever its kind. */
interface AuditedResource {
  organisationId?: number;
  companyId?: number | null;
  merchantId?: number;
  installationId?: number;
  userId?: string;
}

/** The audit's data of one request, from its arrival to its response. */
export interface AuditContext {
  endpoint: Endpoint;
  request: RequestInfo;
  /** The ids of the path, once they are parsed. */
  path?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  caller?: Caller;
  resource?: AuditedResource;
  /** Whether the handler has written an event itself. 'pending': in a transaction that may still be rolled back. */
  line: 'none' | 'pending' | 'kept';
}

const running = new AsyncLocalStorage<AuditContext>();

/** Runs `work` with a context that every audit event of the request reads. */
export function withAuditContext<T>(act: AuditContext, work: () => Promise<T>): Promise<T> {
  return running.run(act, work);
}

const byRequest = new WeakMap<object, AuditContext>();

/** Keeps the context for hooks that run after the response. */
export const rememberAuditContext = (request: object, act: AuditContext): void => {
  byRequest.set(request, act);
};

/** Undefined for a request that reached no handler. */
export const auditContextOf = (request: object): AuditContext | undefined => byRequest.get(request);

export const currentAuditContext = (): AuditContext | undefined => running.getStore();
