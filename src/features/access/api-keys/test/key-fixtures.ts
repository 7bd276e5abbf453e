import type { ApiPermission } from '#shared/api-permissions.ts';
import { hashSecret, newApiId, newSecret } from '#server/auth/api-secret.ts';
import type { Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

export const ping = '/acceptor/rest/transactions/ping';

/** A key with these permissions on an installation of Harbour, as the database has it. */
export async function insertKey(
  app: TestApp,
  permissions: readonly ApiPermission[],
  installationId = 5300001,
  mode: 'TEST' | 'LIVE' = 'TEST',
): Promise<{ apiId: string; secret: string }> {
  const apiId = newApiId();
  const secret = newSecret(apiId, mode);
  await app.owner`
    insert into api_credential (api_id, company_id, name, permissions, mode, created_at)
    values (${apiId}, 1100, 'Test', ${permissions as string[]}, ${mode}, now())`;
  await app.owner`insert into api_credential_installation values (${apiId}, ${installationId})`;
  const { hash, keyGeneration } = hashSecret(app.services.keys.apiKey, secret);
  await app.owner`
    insert into api_secret (api_id, key_hash, key_generation, created_at)
    values (${apiId}, ${hash}, ${keyGeneration}, now())`;
  return { apiId, secret };
}

/** A merchant that sends its secret as a bearer token. */
export function bearer(app: TestApp, secret: string, remoteAddress = '127.0.0.1'): Send {
  return async (method, url, body, headers = {}) => {
    const response = await app.gateway.inject({
      method,
      url,
      remoteAddress,
      headers: { authorization: `Bearer ${secret}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    const json = String(response.headers['content-type']).includes('json');
    return {
      status: response.statusCode,
      body: json ? response.json() : response.body,
      headers: response.headers,
    };
  };
}
