import type { Sql } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { inTenant } from '#database/tenant.ts';
import { emptySandbox } from '#integrations/prepare-sandbox.ts';
import { dayMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { benchCompany } from './bulk/bench-merchants.ts';
import { seedDemoOrganisations } from './demo-organisations.ts';
import { demoMerchants } from './demo-merchants.ts';
import { demoPassword, demoUsers, seedDemoUsers, seedStandardRoles } from './demo-users.ts';
import { seedCases } from './people/demo-cases.ts';
import { seedLinks } from './people/demo-links.ts';
import { planListActs } from './people/demo-lists.ts';
import { seedDemoStaff } from './people/demo-staff.ts';
import { seedSchedules } from './people/demo-schedules.ts';
import { seedDemoRiskControls, seedDemoVelocity } from './people/demo-risk-controls.ts';
import { planReviewActs } from './people/demo-reviews.ts';
import { planRuleActs } from './people/demo-rules.ts';
import { suspiciousOrders } from './people/suspicious-orders.ts';
import { seedDemo } from './seed-demo.ts';
import { inOrderOfTime } from './staff-act.ts';
import { issueFirstAdministratorToken, tokenSecret } from '#server/auth/account-token.ts';

/** New payments of `--demo small`; with follow-ups about a fifth more transactions. */
const smallDemo = 2400;
const days = 730;

/** Fills an empty database once, as `--demo` names. Returns lines to print. */
export async function seedFirstStart(services: Services, databaseUrl: string): Promise<string[]> {
  const { config, database } = services;
  if (config.demo === 'none') return createFirstAdministratorLink(services);
  if (!(await isFinished(database, 'organisations'))) {
    // Never adds users with a known password to a real database.
    if (!(await isEmpty(database))) return createFirstAdministratorLink(services);
    await database.begin(async (sql) => {
      await seedDemoOrganisations(sql, services.keys, services.clock.now());
      await seedDemoUsers(sql, services.clock.now());
      await seedDemoStaff(sql, services.clock.now());
      await sql`insert into demo_seed (part, finished_at) values ('organisations', ${services.clock.now()})`;
    });
  }
  const payments = config.demo === 'small' ? smallDemo : config.demo;
  if (payments > 0 && !(await isFinished(database, 'payments')))
    await seedDemoData(services, databaseUrl, payments);
  return [
    '',
    `Demo users (password of all: ${demoPassword}):`,
    ...demoUsers.map((user) => `  ${user.userName}`),
    '',
  ];
}

async function seedDemoData(services: Services, databaseUrl: string, payments: number): Promise<void> {
  const { database, clock } = services;
  process.stderr.write('Creating demo data: two years of payments …\n');
  const inserted = await database`insert into demo_seed (part) values ('payments') on conflict do nothing`;
  if (inserted.count === 0) await removeDemoData(databaseUrl);
  const to = clock.now();
  const today = Math.floor(to.getTime() / dayMs) * dayMs;
  const from = new Date(today - days * dayMs);
  await inTenant(database, 'all-tenants', (sql) => seedDemoRiskControls(sql, from));
  const acts = inOrderOfTime([
    ...planListActs(to),
    ...(await planRuleActs(services, to)),
    ...planReviewActs(to),
  ]);
  const plan = { seed: 20_261_121, merchants: demoMerchants, from, to, payments, more: suspiciousOrders(to) };
  await seedDemo(services, databaseUrl, plan, acts);
  await seedSchedules(services, to);
  await inTenant(database, 'all-tenants', (sql) => seedDemoVelocity(sql, to));
  await seedLinks(services, databaseUrl, to);
  await seedCases(services, to);
  await database`update demo_seed set finished_at = ${clock.now()} where part = 'payments'`;
}

/** Tables of companies that the first step fills, before the payments. */
const organisationTables = ['organisation', 'installation', 'custom_field', 'api_credential', 'fraud_list'];

/** A previous start was killed while seeding. No user could sign in yet, so all data is the demo's. */
async function removeDemoData(databaseUrl: string): Promise<void> {
  const owner = openDatabase(databaseUrl, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    await owner.begin(async (sql) => {
      const tables = await sql<{ tablename: string }[]>`
        select distinct p.tablename from pg_policies p
        join pg_class c on c.oid = format('%I.%I', p.schemaname, p.tablename)::regclass
        where p.policyname = 'own_companies' and p.schemaname = current_schema() and not c.relispartition
          and not p.tablename = any (${organisationTables})`;
      await sql.unsafe(`truncate ${tables.map(({ tablename }) => `"${tablename}"`).join(', ')}`);
      // The block and allow lists came with the organisations.
      await sql`delete from fraud_list where kind = 'PARAMETER'`;
      await sql`update fraud_list set item_count = 0, history_count = 0`;
    });
    await emptySandbox(owner);
  } finally {
    await owner.end({ timeout: 5 });
  }
}

async function isFinished(sql: Sql, part: 'organisations' | 'payments'): Promise<boolean> {
  const [row] = await sql<{ done: boolean }[]>`
    select finished_at is not null as done from demo_seed where part = ${part}`;
  return row?.done ?? false;
}

/** The merchants of the bulk seed have no users and conflict with nothing. */
async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`
    select not exists (select from organisation where company_id is distinct from ${benchCompany}) as empty`;
  return row?.empty ?? true;
}

/**
 * A start without a demo has no administrator and no default password. It prints a link, valid for one day and one
 * use, that creates the first administrator. The next start prints a new one until it is used.
 */
export async function createFirstAdministratorLink({
  database,
  config,
  clock,
  keys,
}: Services): Promise<string[]> {
  // Standard roles belong to no company.
  const tokenId = await inTenant(database, 'all-tenants', async (sql) => {
    await seedStandardRoles(sql);
    const [state] = await sql<
      { empty: boolean }[]
    >`select not exists (select from app_user where domain_user) as empty`;
    return state?.empty ? issueFirstAdministratorToken(sql, clock.now()) : undefined;
  });
  if (tokenId === undefined) return [];
  const link = `${config.portalUrl}/setup/${tokenSecret(keys.accountLink, tokenId)}`;
  return ['', `Create the first administrator: ${link}`, ''];
}
