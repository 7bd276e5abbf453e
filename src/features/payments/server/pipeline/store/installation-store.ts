import type { FollowUpFeatures } from '#features/payments/follow-up.ts';
import { featuresOn } from '#server/guard.ts';
import type { Sql } from '#database/connection.ts';

export interface Installation {
  merchantName: string;
  currencies: string[];
  acquirer: string;
  route: string;
  recurring: boolean;
  instalments: boolean;
  /** Sites of the merchant, to which a browser may be sent. */
  webOrigins: string[];
}

/** How an installation is set up to process. */
export async function installationById(sql: Sql, installationId: number): Promise<Installation> {
  const [row] = await sql<Installation[]>`
    select m.name as merchant_name, i.currencies, i.acquirer, i.route,
           i.supports_recurring as recurring, i.supports_instalments as instalments, i.web_origins
    from installation i join organisation m on m.id = i.merchant_id
    where i.installation_id = ${installationId}`;
  if (!row) throw new Error(`installation ${installationId} vanished`);
  return row;
}

/** What the installation and its merchant's features allow of follow-ups. */
export async function followUpFeatures(
  sql: Sql,
  merchantPath: string,
  installation: Pick<Installation, 'recurring' | 'instalments'>,
): Promise<FollowUpFeatures> {
  const partialCapture = (await featuresOn(sql, merchantPath)).includes('PARTIAL_CAPTURE');
  return { partialCapture, recurring: installation.recurring, instalments: installation.instalments };
}
