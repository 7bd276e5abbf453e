import { inTenant } from '#database/tenant.ts';
import { handlePublic } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { countAttempt } from '#server/auth/throttle.ts';
import { minuteMs } from '#server/clock.ts';
import { domainOfEmail } from '../domain-name.ts';
import { startSingleSignOn as endpoint } from '../endpoints.ts';
import { startSingleSignOn as schemas } from '../schemas.ts';
import { companyOfDomain } from './db/sso-domain.ts';
import { loadProvider } from './db/sso-provider.ts';
import { ProviderFailure } from './discover-provider.ts';
import { outcomePage, redirectTo } from './outcome-page.ts';
import { startAttempt } from './sign-in/start-attempt.ts';

/** Sign-ins that one address may start in a minute. */
const addressLimit = 60;
const maxEmailLength = 254;
/** More does not fit into the attempt's cookie: the sign-in then leads to the first screen. */
const maxToBytes = 2000;

/** The domain alone decides, so that the response does not depend on whether the user exists. */
export const startSingleSignOn = handlePublic<typeof endpoint, Services>(
  endpoint,
  schemas,
  async ({ query, request, services, now }) => {
    const { database } = services;
    const started = await countAttempt(database, `sso:address:${request.ip}`, minuteMs, now);
    if (started > addressLimit) return outcomePage('busy');
    const loginHint = query.email?.trim() ?? '';
    const domain = loginHint.length > maxEmailLength ? undefined : domainOfEmail(loginHint);
    const companyId = domain === undefined ? undefined : await companyOfDomain(database, domain);
    const provider =
      companyId === undefined
        ? undefined
        : await inTenant(database, [companyId], (sql) => loadProvider(sql, companyId));
    if (!provider) return outcomePage('unknown-domain');
    try {
      const to = Buffer.byteLength(query.to ?? '') > maxToBytes ? '' : (query.to ?? '');
      const started = { services, provider, purpose: 'sign-in', to, loginHint, now } as const;
      const { url, cookie } = await startAttempt(started);
      return redirectTo(url, [cookie]);
    } catch (error) {
      if (error instanceof ProviderFailure) return outcomePage('unavailable');
      throw error;
    }
  },
);
