import type { Database } from '#database/connection.ts';
import { withRollBack } from '#database/roll-back.ts';
import { inTenant } from '#database/tenant.ts';
import type { CompanyFile } from './company-file.ts';
import { ApplyError } from './apply-error.ts';
import { ApplyRun, type NewSecret, type RunEnvironment } from './apply-run.ts';
import { Plan } from './plan.ts';
import { applyCompanyItself } from './sections/company.ts';
import { sections } from './sections.ts';

export interface ApplyOptions {
  /** The operator's name, for the audit. */
  operator: string;
  now: Date;
  /** Rolls everything back, so that nothing changes. */
  isPlanOnly: boolean;
  isPruning: boolean;
  /** Refuses a company that exists. */
  isNew?: boolean;
  /** The state of an earlier plan. The run refuses another state. */
  expect?: string;
  /** Stores new secrets before the commit. When it throws, nothing changes. */
  keepSecrets: (secrets: readonly NewSecret[]) => Promise<void>;
}

export interface Applied {
  plan: Plan;
  isApplied: boolean;
}

/** The state has changed since the plan. */
export class StateMoved extends Error {}

/**
 * Makes the database match the file, in one transaction. Throws ApplyError for a mistake, and StateMoved. Runs are
 * serialised.
 */
export async function applyCompany(
  database: Database,
  environment: RunEnvironment,
  file: CompanyFile,
  options: ApplyOptions,
): Promise<Applied> {
  const by = {
    at: options.now,
    actorKind: 'system' as const,
    actor: `admin-cli:${options.operator}`,
    ip: '',
    requestId: '',
  };
  const plan = new Plan();
  const prepared = await prepareSections(environment, file);
  const work = (rollBack: (value: undefined) => never) =>
    inTenant(database, 'all-tenants', async (sql) => {
      await sql`select pg_advisory_xact_lock(hashtext('apply company'))`;
      const companyId = await applyCompanyItself(sql, by, plan, file.company);
      if (options.isNew && !plan.lines.some((line) => line.startsWith('+ company ')))
        throw new ApplyError('/company', 'a company with this key or name exists');
      const { key: companyKey } = file.company;
      const run = new ApplyRun({
        sql,
        by,
        environment,
        plan,
        companyId,
        companyKey,
        isPruning: options.isPruning,
        isPlanOnly: options.isPlanOnly,
      });
      for (const apply of prepared) await apply(run);
      for (const work of run.last) await work();
      if (options.expect !== undefined && options.expect !== plan.state)
        throw new StateMoved(`the state is ${plan.state}, not ${options.expect}: make a new plan.`);
      if (options.isPlanOnly) rollBack(undefined);
      if (run.secrets.length > 0) await options.keepSecrets(run.secrets);
    });
  await withRollBack<undefined | void>(work);
  return { plan, isApplied: !options.isPlanOnly };
}

/** The sections of the file, ready for the transaction. */
async function prepareSections(
  environment: RunEnvironment,
  file: CompanyFile,
): Promise<((run: ApplyRun) => Promise<void>)[]> {
  const prepared = [];
  for (const { name, prepare, apply } of sections) {
    const input = file[name as keyof CompanyFile];
    if (input === undefined) continue;
    const ready = prepare ? await prepare(environment, input) : input;
    prepared.push((run: ApplyRun) => apply(run, ready));
  }
  return prepared;
}
