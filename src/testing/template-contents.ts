import { seedDemoOrganisations } from '#app/server/demo/seed-first-start.ts';
import { seedDemoUsers } from '#app/server/demo/demo-users.ts';
import { ensureSandboxConnection } from '#features/processing/connections/server/db/sandbox-connection.ts';
import { prepareSandbox } from '#integrations/processors/sandbox/prepare-sandbox.ts';
import { openDatabase } from '#database/open-database.ts';
import { deriveKeys } from '#server/keys.ts';

export const testKeys = deriveKeys(Buffer.alloc(32, 7));
export const testStart = new Date('2026-11-20T10:00:00.000Z');

/** The demo's organisations, users and API keys: tests use the product's own. */
export async function fillTemplate(url: string): Promise<void> {
  const database = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  await database.begin(async (sql) => {
    await seedDemoOrganisations(sql, testKeys, testStart);
    await seedDemoUsers(sql, testStart);
  });
  await prepareSandbox(database);
  await ensureSandboxConnection(database);
  await database.end();
}
