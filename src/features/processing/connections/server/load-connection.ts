import type { Sql } from '#database/connection.ts';
import type { Keys } from '#server/keys.ts';
import { loadSetup, loadSetupVersion } from './db/load-setup.ts';
import { unsealSecret } from './open-processors.ts';

/** A connection with its current secrets in clear, for the kit. Undefined: there is none, or it is closed. */
export async function loadConnection(
  sql: Sql,
  keys: Pick<Keys, 'processorSecret'>,
  connectionId: number,
): Promise<
  | { adapter: string; mode: string; settings: Record<string, string>; secrets: Record<string, string> }
  | undefined
> {
  const { connections, secrets } = await loadSetup(sql, await loadSetupVersion(sql));
  const stored = connections.find((one) => one.connectionId === connectionId);
  if (!stored) return undefined;
  const own = secrets.filter((one) => one.connectionId === connectionId && one.slot === 'CURRENT');
  return {
    adapter: stored.adapter,
    mode: stored.mode,
    settings: stored.settings,
    secrets: Object.fromEntries(own.map((secret) => [secret.field, unsealSecret(keys, secret)])),
  };
}
