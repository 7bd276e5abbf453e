import type { Sql } from '#database/connection.ts';
import { openDatabase } from '#database/open-database.ts';
import { inTenant } from '#database/tenant.ts';
import { emptySandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { dayMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { benchCompany } from './bulk/bench-merchants.ts';
import { demoMerchants } from './demo-merchants.ts';
import { demoPassword, demoUsers, seedDemoUsers, seedStandardRoles, inOrderOfTime } from './demo-users.ts';
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
import {
  isFirstAdministratorMissing,
  issueFirstAdministratorToken,
  tokenSecret,
} from '#server/auth/account-token.ts';
import { apiPermissions } from '#shared/api-permissions.ts';
import { features } from '#shared/permissions.ts';
import { customPrefixes } from '#features/record/reporting/fields/custom-columns.ts';
import { createStandardLists } from '#features/fraud/fraud-lists/server/standard-lists.ts';
import { hashSecret } from '#server/auth/api-secret.ts';
import type { Keys } from '#server/keys.ts';

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
 * use, that creates the first administrator. A start an hour later prints a new one until it is used.
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
    const isMissing = await isFirstAdministratorMissing(sql);
    return isMissing ? issueFirstAdministratorToken(sql, clock.now()) : undefined;
  });
  if (tokenId === undefined) return [];
  const link = `${config.portalUrl}/setup/${tokenSecret(keys.accountLink, tokenId)}`;
  return ['', `Create the first administrator: ${link}`, ''];
}

interface Node {
  id: number;
  type: 'DOMAIN' | 'GROUP' | 'BRANCH' | 'MERCHANT' | 'INSTALLATION';
  name: string;
  parent?: number;
  timeZone?: string;
}

const tree: readonly Node[] = [
  { id: 1000, type: 'DOMAIN', name: 'Demo Payments' },
  { id: 1100, type: 'GROUP', name: 'Harbour Group', parent: 1000, timeZone: 'Europe/London' },
  { id: 1110, type: 'BRANCH', name: 'Harbour UK', parent: 1100 },
  { id: 1111, type: 'MERCHANT', name: 'Harbour Coffee', parent: 1110 },
  { id: 1112, type: 'MERCHANT', name: 'Harbour Books', parent: 1110 },
  { id: 1120, type: 'BRANCH', name: 'Harbour Europe', parent: 1100, timeZone: 'Europe/Berlin' },
  { id: 1121, type: 'MERCHANT', name: 'Harbour Hotels', parent: 1120 },
  { id: 1122, type: 'MERCHANT', name: 'Harbour Lending', parent: 1120 },
  { id: 1200, type: 'GROUP', name: 'Meridian Travel', parent: 1000, timeZone: 'America/New_York' },
  { id: 1210, type: 'BRANCH', name: 'Meridian Online', parent: 1200 },
  { id: 1211, type: 'MERCHANT', name: 'Meridian Tours', parent: 1210 },
];

interface DemoInstallation {
  id: number;
  merchant: number;
  name: string;
  mcc: string;
  channel: string;
  currencies: readonly string[];
  /** By default without receipts, with both kinds of series. */
  sendsReceipts?: boolean;
  recurring?: boolean;
  instalments?: boolean;
}

const demoInstallations: readonly DemoInstallation[] = [
  {
    id: 5300001,
    merchant: 1111,
    name: 'Harbour Coffee web',
    mcc: '5812',
    channel: 'WEB',
    currencies: ['GBP', 'EUR'],
  },
  {
    id: 5300002,
    merchant: 1111,
    name: 'Harbour Coffee phone',
    mcc: '5812',
    channel: 'MOTO',
    currencies: ['GBP'],
    sendsReceipts: true,
    instalments: false,
  },
  {
    id: 5300003,
    merchant: 1112,
    name: 'Harbour Books',
    mcc: '5942',
    channel: 'WEB',
    currencies: ['GBP', 'EUR', 'USD'],
  },
  {
    id: 5300004,
    merchant: 1121,
    name: 'Harbour Hotels',
    mcc: '7011',
    channel: 'WEB',
    currencies: ['EUR', 'GBP', 'USD', 'JPY'],
    sendsReceipts: true,
    recurring: false,
    instalments: false,
  },
  {
    id: 5300005,
    merchant: 1122,
    name: 'Harbour Lending',
    mcc: '6012',
    channel: 'WEB',
    currencies: ['EUR', 'GBP'],
  },
  {
    id: 5300006,
    merchant: 1211,
    name: 'Meridian Tours',
    mcc: '4722',
    channel: 'WEB',
    currencies: ['USD', 'EUR', 'KWD'],
  },
];

/** Origins of the demo's merchants; on this machine too, for development against the demo. */
const demoOrigins = ['https://shop.harbour.example', 'http://localhost:*', 'http://127.0.0.1:*'];

const credentials = [
  {
    apiId: 'harbour-api',
    key: 'harbour-api-key-demo',
    company: 1100,
    installations: [5300001, 5300002, 5300003, 5300004, 5300005],
  },
  { apiId: 'meridian-api', key: 'meridian-api-key-demo', company: 1200, installations: [5300006] },
];

/** By company: type, index, the merchant's name, display name. */
const customFields = [
  [1100, 'string', 1, 'loyalty_tier', 'Loyalty tier'],
  [1100, 'longString', 1, 'gift_message', 'Gift message'],
  [1100, 'integer', 1, 'basket_items', 'Items in the basket'],
  [1100, 'decimal', 1, 'basket_weight', 'Weight in kg'],
  [1100, 'date', 1, 'collect_on', 'To be collected on'],
  [1200, 'string', 1, 'booking_class', 'Booking class'],
  [1200, 'dateTime', 1, 'departure', 'Departure'],
] as const;

/** Meridian has everything but rules and queue. */
const meridianFeatures = features.filter((feature) => feature !== 'ERE' && feature !== 'QUEUE');

/** The organisation tree of the demo, its installations, features and API keys. */
export async function seedDemoOrganisations(sql: Sql, keys: Keys, now: Date): Promise<void> {
  const paths = new Map<number, string>();
  const tenantIds = new Map<number, number | null>();
  const installations: Node[] = demoInstallations.map(({ id, merchant, name }) => ({
    id,
    type: 'INSTALLATION',
    name,
    parent: merchant,
  }));
  for (const node of [...tree, ...installations]) {
    const path = `${node.parent ? paths.get(node.parent) : ''}/${node.id}`;
    const company =
      node.type === 'GROUP' ? node.id : node.parent ? (tenantIds.get(node.parent) ?? null) : null;
    paths.set(node.id, path);
    tenantIds.set(node.id, company);
    await sql`
      insert into organisation (id, company_id, type, name, parent_id, path, time_zone)
      values (${node.id}, ${company}, ${node.type}, ${node.name}, ${node.parent ?? null}, ${path},
              ${node.timeZone ?? null})`;
  }
  for (const installation of demoInstallations) {
    await sql`
      insert into installation (installation_id, company_id, merchant_id, mcc, currencies, sales_channel, web_origins,
                                send_email_receipts, supports_recurring, supports_instalments)
      values (${installation.id}, ${tenantIds.get(installation.id) ?? 0}, ${installation.merchant},
              ${installation.mcc}, ${installation.currencies as string[]}, ${installation.channel}, ${demoOrigins},
              ${installation.sendsReceipts ?? false}, ${installation.recurring ?? true},
              ${installation.instalments ?? true})`;
  }
  await grantFeatures(sql, 1100, features);
  await grantFeatures(sql, 1200, meridianFeatures);
  // Row-level security shows rows to connections with a company only, and there is no session yet.
  await sql`select set_config('app.companies', '*', true)`;
  for (const [company, type, index, name, display] of customFields) {
    await sql`
      insert into custom_field (company_id, stored_name, data_type, field_index, descriptive_name, display_name)
      values (${company}, ${`${customPrefixes[type]}${index}`}, ${type}, ${index}, ${name}, ${display})`;
  }
  for (const company of [1100, 1200]) await createStandardLists(sql, company, now);
  for (const { apiId, key, company, installations: scope } of credentials) {
    await sql`
      insert into api_credential (api_id, company_id, name, permissions, created_at)
      values (${apiId}, ${company}, ${apiId}, ${apiPermissions as readonly string[] as string[]}, ${now})`;
    const { hash, keyGeneration } = hashSecret(keys.apiKey, key);
    await sql`
      insert into api_secret (api_id, key_hash, key_generation, created_at)
      values (${apiId}, ${hash}, ${keyGeneration}, ${now})`;
    await sql`
      insert into api_credential_installation (api_id, installation_id)
      select ${apiId}, unnest(${scope}::integer[])`;
  }
}

async function grantFeatures(sql: Sql, organisation: number, codes: readonly string[]): Promise<void> {
  await sql`
    insert into organisation_feature (organisation_id, feature)
    select ${organisation}, unnest(${codes as string[]}::text[])`;
}
