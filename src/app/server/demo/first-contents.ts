import type { Services } from '#server/services.ts';
import { demoUsers, demoPassword, seedDemoUsers } from './demo-users.ts';
import { seedDemoOrganisations } from './demo-organisations.ts';

/** Fills an empty database once, as --demo says; answers what to tell the person who started us. */
export async function firstContents(services: Services, _url: string): Promise<string[]> {
  const { config, database } = services;
  const [state] = await database<{ empty: boolean }[]>`
    select not exists (select from organisation) as empty`;
  if (config.demo === 'none') return [];
  if (state?.empty) {
    await database.begin(async (sql) => {
      await seedDemoOrganisations(sql, services.keys);
      await seedDemoUsers(sql, services.clock.now());
    });
  }
  return [
    '',
    `Demo users, all with password ${demoPassword}:`,
    ...demoUsers.map((user) => `  ${user.userName}`),
    '',
  ];
}
