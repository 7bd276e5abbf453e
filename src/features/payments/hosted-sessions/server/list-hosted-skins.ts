import { handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { skinNames, skins } from '../skins.ts';

/** The skins of `listSkins` in the form of the earlier clients of this API family. */
export const listHostedSkins = handle(
  endpoints.listHostedSkins,
  schemas.listHostedSkins,
  async ({ sql, resource }) => {
    const [row] = await sql<{ merchant: string }[]>`
      select merchant.name as merchant
      from installation join organisation merchant on merchant.id = installation.merchant_id
      where installation_id = ${resource.installationId}`;
    return {
      status: 'SUCCESS' as const,
      code: 'S100' as const,
      message: 'Skins retrieved',
      skins: skins.map((id) => ({ id: Number(id), name: skinNames[id], organisation: row?.merchant ?? '' })),
    };
  },
);
