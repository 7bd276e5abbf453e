import { type RekeyedTable, countOf, isEarlierSeal, reseal } from '#server/auth/rekeyed-table.ts';
import { secretContext } from '../open-processors.ts';

/** Secrets of processors. */
export const processorSecrets: RekeyedTable = {
  name: 'processor secrets',
  count: (sql, { processorSecret }) =>
    countOf(sql`
      select count(*)::int as count from processor_secret where ${isEarlierSeal(sql, 'sealed', processorSecret)}`),
  async rekey(sql, { processorSecret }, limit) {
    const rows = await sql<
      { connectionId: number; field: string; slot: string; version: number; sealed: Buffer }[]
    >`
      select connection_id, field, slot, version, sealed from processor_secret
      where ${isEarlierSeal(sql, 'sealed', processorSecret)} limit ${limit} for update skip locked`;
    for (const { sealed, ...row } of rows)
      await sql`
        update processor_secret set sealed = ${reseal(processorSecret, sealed, secretContext(row))}
        where connection_id = ${row.connectionId} and field = ${row.field} and slot = ${row.slot}
          and version = ${row.version}`;
    return rows.length;
  },
};
