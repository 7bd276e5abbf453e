import type { FollowUpFeatures } from '../../follow-up.ts';
import { isActiveCondition, listFeatures } from '#server/auth/inherited-state.ts';
import type { Sql } from '#database/connection.ts';
import { pipelined } from '#database/pipelined.ts';
import type { TenantSql } from '#database/tenant.ts';

export interface Installation {
  merchantName: string;
  currencies: string[];
  /** The merchant's category code. */
  mcc: string | null;
  recurring: boolean;
  instalments: boolean;
  /** False when the installation or an organisation above it is deactivated. */
  isActive: boolean;
  /** Sites of the merchant that a browser may be redirected to. */
  webOrigins: string[];
}

/** How an installation is set up to process. */
export async function loadInstallation(sql: Sql, installationId: number): Promise<Installation> {
  const [row] = await sql<Installation[]>`
    select m.name as merchant_name, i.currencies, i.mcc,
           i.supports_recurring as recurring, i.supports_instalments as instalments, i.web_origins,
           ${isActiveCondition(sql, sql`o.path`)} as is_active
    from installation i
    join organisation o on o.id = i.installation_id
    join organisation m on m.id = i.merchant_id
    where i.installation_id = ${installationId}`;
  if (!row) throw new Error(`installation ${installationId} vanished`);
  return row;
}

/** What the installation and its merchant's features allow of follow-ups. */
export async function loadFollowUpFeatures(
  sql: TenantSql,
  installationId: number,
  merchantPath: string,
): Promise<FollowUpFeatures & Pick<Installation, 'isActive'>> {
  const [{ recurring, instalments, isActive }, features] = await pipelined(sql, [
    () => loadInstallation(sql, installationId),
    () => listFeatures(sql, merchantPath),
  ]);
  return { partialCapture: features.includes('PARTIAL_CAPTURE'), recurring, instalments, isActive };
}
