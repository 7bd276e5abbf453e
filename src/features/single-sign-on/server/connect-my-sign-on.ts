import { Reply, handleWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { Problem, problems } from '#shared/problem.ts';
import { connectMySignOn as endpoint } from '../endpoints.ts';
import { connectMySignOn as schemas } from '../schemas.ts';
import { ProviderFailure } from './discover-provider.ts';
import { ownProvider } from './own-connection.ts';
import { startAttempt } from './sign-in/start-attempt.ts';

export const connectMySignOn = handleWithoutTransaction<typeof endpoint, Services>(
  endpoint,
  schemas,
  async ({ caller, services, inTenant, now }) => {
    const own = await inTenant((sql) => ownProvider(sql, caller));
    if (!own || !caller.session) throw problems.notFound();
    const session = { userId: caller.id, tokenHash: caller.session.tokenHash.toString('hex') };
    try {
      const attempt = { services, provider: own.provider, purpose: 'connect', to: '', session, now } as const;
      const { url, cookie } = await startAttempt(attempt);
      return new Reply(200, { url }, { cookies: [cookie] });
    } catch (error) {
      if (error instanceof ProviderFailure) throw new Problem(409, 'SIGN_ON_PROVIDER', error.fault);
      throw error;
    }
  },
);
