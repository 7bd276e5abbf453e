import { type RekeyedTable, countOf, isEarlierSeal, reseal } from '#server/auth/rekeyed-table.ts';
import { secretContext } from '../discover-provider.ts';

/** Client secrets of single sign-on. */
export const signOnSecrets: RekeyedTable = {
  name: 'single sign-on',
  count: (sql, { singleSignOn }) =>
    countOf(sql`
      select count(*)::int as count from sso_provider where ${isEarlierSeal(sql, 'sealed_secret', singleSignOn)}`),
  async rekey(sql, { singleSignOn }, limit) {
    const rows = await sql<{ companyId: number; sealedSecret: Buffer }[]>`
      select company_id, sealed_secret from sso_provider where ${isEarlierSeal(sql, 'sealed_secret', singleSignOn)}
      limit ${limit} for update skip locked`;
    for (const { companyId, sealedSecret } of rows)
      await sql`
        update sso_provider set sealed_secret = ${reseal(singleSignOn, sealedSecret, secretContext(companyId))}
        where company_id = ${companyId}`;
    return rows.length;
  },
};
