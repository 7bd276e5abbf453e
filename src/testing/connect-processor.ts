import { seal } from '#server/auth/seal.ts';
import { secretContext } from '#features/processing/connections/server/open-processors.ts';
import type { TestApp } from './start-app.ts';
import { testKeys } from './template-contents.ts';

interface TestConnection {
  connectionId: number;
  adapter: string;
  settings?: Record<string, string>;
  secrets?: Record<string, string>;
  /** Of each installation that uses it. */
  accounts?: Record<number, Record<string, string>>;
}

/** An active connection with a route of the company 1100 before the operator's; events arrive under `key-{connectionId}`. */
export async function connectProcessor(app: TestApp, connection: TestConnection): Promise<void> {
  const { connectionId, adapter, settings = {}, secrets = {}, accounts = {} } = connection;
  const { owner } = app;
  await owner`
    insert into processor_connection (connection_id, adapter, name, mode, acquirer, settings, state, event_key, created_at, updated_at)
    values (${connectionId}, ${adapter}, ${adapter}, 'TEST', 'Northern Acquiring', ${owner.json(settings)}, 'ACTIVE',
            ${`key-${connectionId}`}, now(), now())`;
  for (const [field, secret] of Object.entries(secrets)) {
    const sealed = seal(
      testKeys.processorSecret,
      Buffer.from(secret),
      secretContext({ connectionId, field, version: 1 }),
    );
    await owner`
      insert into processor_secret (connection_id, field, slot, version, sealed, last_four, set_at, set_by)
      values (${connectionId}, ${field}, 'CURRENT', 1, ${sealed}, ${secret.slice(-4)}, now(), 'test')`;
  }
  for (const [installationId, account] of Object.entries(accounts))
    await owner`
      insert into processor_account (connection_id, installation_id, settings)
      values (${connectionId}, ${Number(installationId)}, ${owner.json(account)})`;
  await owner`
    insert into processor_route (organisation_id, position, connection_id, created_at)
    values (1100, ${connectionId}, ${connectionId}, now())`;
}
