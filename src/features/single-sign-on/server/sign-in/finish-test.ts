import { inTenant } from '#database/tenant.ts';
import { useSession } from '#server/auth/session-store.ts';
import type { TestView } from '../../schemas.ts';
import { type TestResult, storeTest } from '../db/sso-test.ts';
import { readableClaims } from './claims.ts';
import { emailOfClaims } from './email-of-claims.ts';
import { grantsFor, loadCheckedRules } from './mapped-grants.ts';
import { provesSecondFactor } from './proves-second-factor.ts';
import type { Returned } from './returned.ts';

const screen = '/settings/security/single-sign-on';

/** Stores what the provider sent for the administrator who started the test. Signs in no user. */
export async function finishTest(returned: Returned): Promise<string> {
  const { services, now, attempt, provider, exchanged } = returned;
  const { database, config } = services;
  const { session } = attempt;
  const open = session && (await useSession(database, Buffer.from(session.tokenHash, 'hex'), now, config));
  // The administrator has signed out meanwhile.
  if (!session || open?.userId !== session.userId) return screen;
  const { companyId } = provider;
  const { userId } = session;
  await inTenant(database, [companyId], async (sql) => {
    let problem: TestView['problem'] = null;
    let result: TestResult = { code: null, hasSecondFactor: false, claims: [], grants: [] };
    if (exchanged.kind === 'refused') {
      problem = exchanged.why;
      result = { ...result, code: exchanged.code };
    } else {
      const { claims } = exchanged;
      const email = await emailOfClaims(sql, companyId, claims);
      problem = 'problem' in email ? email.problem : null;
      const grants = grantsFor(await loadCheckedRules(sql, companyId), claims);
      result = {
        code: null,
        hasSecondFactor: provesSecondFactor(claims),
        claims: readableClaims(claims),
        grants: grants.map(({ roleId, roleName, organisationId, organisationName }) => ({
          roleId,
          roleName,
          organisationId,
          organisationName,
        })),
      };
    }
    await storeTest(sql, { companyId, userId }, { at: now, problem, result });
  });
  return `${screen}?step=test`;
}
