import { inTenant } from '#database/tenant.ts';
import { isAllowedRedirect } from '#features/hosted-sessions/server/session/open-session.ts';
import type { Services } from '#server/services.ts';
import type { StoredLink } from './link-store.ts';

/**
 * Where the payer of a link that is over is sent, told which link it was and why; undefined where the merchant named no
 * place, or one that is none of theirs any more.
 */
export async function expiredLinkRedirect(
  { linkId, companyId, installationId, onDeadLink }: StoredLink,
  status: string,
  { database, config }: Pick<Services, 'database' | 'config'>,
): Promise<string | undefined> {
  if (onDeadLink === null) return undefined;
  const place = { installationId, madeBy: 'gateway' } as const;
  const isTheirs = await inTenant(database, [companyId], (sql) =>
    isAllowedRedirect(sql, onDeadLink, place, config),
  );
  if (!isTheirs) return undefined;
  const address = new URL(onDeadLink);
  address.searchParams.set('linkId', linkId);
  address.searchParams.set('linkStatus', status);
  return address.href;
}
