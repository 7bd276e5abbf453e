import type { RequestInfo } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import type { StoredProvider } from '../db/sso-provider.ts';
import type { Attempt } from './attempt-cookie.ts';
import type { Exchanged } from './exchange-code.ts';

/** The end of a started sign-in, test or connection. */
export interface Returned {
  services: Services;
  request: RequestInfo;
  now: Date;
  attempt: Attempt;
  provider: StoredProvider;
  exchanged: Exchanged;
}
