import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import { writeAuditEvent } from '#server/audit/audit-event.ts';
import { type KeyMode, hashSecret, newSecret } from '#server/auth/api-secret.ts';
import type { Keys } from '#server/keys.ts';
import { endPreviousSecrets, insertSecret } from './api-secret-table.ts';
import { notifyManagers } from './notify-key.ts';

interface OperatorRotation {
  apiId: string;
  overlapSeconds: number;
  operator: string;
  now: Date;
}

/** Rotates a key for the operator of the system. Returns the new secret; undefined for an unknown or revoked key. */
export async function rotateByOperator(
  database: Database,
  keys: Pick<Keys, 'apiKey'>,
  { apiId, overlapSeconds, operator, now }: OperatorRotation,
): Promise<string | undefined> {
  return inTenant(database, 'all-tenants', async (sql) => {
    const [key] = await sql<{ companyId: number; name: string; mode: KeyMode }[]>`
      select company_id, name, mode from api_credential where api_id = ${apiId} and active for update`;
    if (!key) return undefined;
    const secret = newSecret(apiId, key.mode);
    const suffix = secret.slice(-4);
    await insertSecret(sql, { apiId, hash: hashSecret(keys.apiKey, secret), suffix, userId: null });
    await endPreviousSecrets(sql, apiId, overlapSeconds);
    await writeAuditEvent(sql, {
      at: now,
      companyId: key.companyId,
      actorKind: 'system',
      actor: `operator: ${operator}`,
      ip: '',
      userAgent: '',
      act: 'rotateApiKey',
      objectKind: 'apiCredential',
      objectId: apiId,
      outcome: 'allowed',
      after: { suffix, overlapSeconds },
      requestId: '',
    });
    const { companyId, name: keyName } = key;
    await notifyManagers(sql, 'apiKeyRotated', { apiId, companyId, keyName, by: operator, ip: '', now });
    return secret;
  });
}
