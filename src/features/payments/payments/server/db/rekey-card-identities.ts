import { type RekeyedTable, countOf } from '#server/auth/rekeyed-table.ts';
import { hashLink } from './card-identities.ts';

interface StoredLink {
  companyId: number;
  hash: string;
  keyGeneration: number;
}

/** Hashes of card numbers. A payment that holds one of them leaves it for later. */
export const cardIdentities: RekeyedTable = {
  name: 'card numbers',
  count: (sql, { fingerprint }) =>
    countOf(
      sql`select count(company_id)::int as count from card_identity where key_generation < ${fingerprint.generation}`,
    ),
  async rekey(sql, { fingerprint }, limit) {
    const rows = await sql<StoredLink[]>`
      select company_id, hash, key_generation from card_identity
      where key_generation < ${fingerprint.generation} limit ${limit} for update skip locked`;
    const extended = rows.map(({ companyId, hash, keyGeneration }) => {
      let link = hash;
      for (let generation = keyGeneration + 1; generation <= fingerprint.generation; generation += 1)
        link = hashLink(fingerprint, generation, link);
      return { company_id: companyId, hash, link };
    });
    await sql`
      update card_identity i set hash = e.link, key_generation = ${fingerprint.generation}
      from jsonb_to_recordset(${sql.json(extended)}) as e (company_id integer, hash text, link text)
      where i.company_id = e.company_id and i.hash = e.hash`;
    return rows.length;
  },
};
