import { parseDomain } from '#features/single-sign-on/domain-name.ts';
import { listDomains } from '#features/single-sign-on/server/db/sso-domain.ts';
import { describeRecord } from '#features/single-sign-on/server/domain-record.ts';
import { addDomainBy, removeDomainBy } from '#features/single-sign-on/server/manage-sign-on.ts';
import { ApplyError } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { atSignOn, pointer } from './sign-on-problems.ts';

const kind = 'signOnDomain';
const label = 'domain';

/** Adds domains without verifying them, and says which TXT record verifies each. */
export async function applyDomains(run: ApplyRun, given: readonly string[]): Promise<void> {
  const { sql, by, plan, companyId } = run;
  const named = new Set<string>();
  for (const [index, typed] of given.entries()) {
    const key = parseDomain(typed) ?? typed;
    if (named.has(key)) throw new ApplyError(`${pointer}/domains/${index}`, `"${key}" is used twice`);
    named.add(key);
  }
  const stored = new Map((await listDomains(sql, companyId)).map((one) => [one.domain, one]));
  await run.prune(kind, { label, named }, async ({ key }) => {
    if (stored.delete(key)) await removeDomainBy(sql, by, companyId, key);
    return 'removed';
  });
  for (const [index, key] of [...named].entries()) {
    const before = stored.get(key);
    plan.read(label, key, before && before.verifiedAt !== null);
    const known = (await run.known(kind)).get(key);
    if (before) {
      const { recordName, recordValue } = describeRecord(before);
      if (!before.verifiedAt) plan.remind(label, key, `not verified: TXT ${recordName} ${recordValue}`);
      if (!known || known.isPruned) await run.save(kind, { key, objectId: key, made: false });
      continue;
    }
    const added = await atSignOn(`/domains/${index}`, () => addDomainBy(sql, by, companyId, key));
    await run.save(kind, { key, objectId: key, made: true });
    const { recordName, recordValue } = describeRecord(added);
    // The value is random, so a plan does not have that of the run.
    const value = run.isPlanOnly ? '' : ` ${recordValue}`;
    plan.add(label, key, `not verified: TXT ${recordName}${value}`);
  }
}
