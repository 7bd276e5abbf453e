import type { Sql } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { dayMs } from '#server/clock.ts';
import type { Services } from '#server/services.ts';
import { seedDemoOrganisations } from './demo-organisations.ts';
import { demoShops } from './demo-shops.ts';
import { demoPassword, demoUsers, seedDemoUsers } from './demo-users.ts';
import { firstAdministratorLink } from './first-administrator.ts';
import { seedDemoStaff } from './people/demo-staff.ts';
import { tellStory } from './tell-story.ts';

/** New payments of `--demo small`; with what follows them about a fifth more transactions. */
const smallDemo = 2400;
const storyDays = 730;

/** Fills an empty database once, as --demo says; answers what to tell the person who started us. */
export async function firstContents(services: Services, databaseUrl: string): Promise<string[]> {
  const { config, database } = services;
  if (config.demo === 'none') return firstAdministratorLink(services);
  if (await isEmpty(database)) {
    await database.begin(async (sql) => {
      await seedDemoOrganisations(sql, services.keys);
      await seedDemoUsers(sql, services.clock.now());
      await seedDemoStaff(sql, services.clock.now());
    });
  }
  const payments = config.demo === 'small' ? smallDemo : config.demo;
  if (payments > 0 && !(await hasPayments(services))) {
    process.stderr.write('Telling the demo story: two years of payments …\n');
    const to = services.clock.now();
    const today = Math.floor(to.getTime() / dayMs) * dayMs;
    const from = new Date(today - storyDays * dayMs);
    await tellStory(services, databaseUrl, { seed: 20_261_121, shops: demoShops, from, to, payments });
  }
  return [
    '',
    `Demo users, all with password ${demoPassword}:`,
    ...demoUsers.map((user) => `  ${user.userName}`),
    '',
  ];
}

async function isEmpty(sql: Sql): Promise<boolean> {
  const [row] = await sql<{ empty: boolean }[]>`select not exists (select from organisation) as empty`;
  return row?.empty ?? true;
}

async function hasPayments({ database }: Services): Promise<boolean> {
  return inTenant(database, 'every-company', async (sql) => {
    const [row] = await sql<{ any: boolean }[]>`select exists (select from txn) as any`;
    return row?.any ?? false;
  });
}
