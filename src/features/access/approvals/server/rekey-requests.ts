import { type RekeyedTable, countOf, isEarlierSeal, reseal } from '#server/auth/rekeyed-table.ts';

/** Requests that wait for approval, or to be run. Those of other states are empty. */
export const heldRequests: RekeyedTable = {
  name: 'held requests',
  count: (sql, { approval }) =>
    countOf(sql`
      select count(*)::int as count from approval_request
      where sealed_request <> '' and ${isEarlierSeal(sql, 'sealed_request', approval)}`),
  async rekey(sql, { approval }, limit) {
    const rows = await sql<{ companyId: number; approvalId: string; sealedRequest: Buffer }[]>`
      select company_id, approval_id, sealed_request from approval_request
      where sealed_request <> '' and ${isEarlierSeal(sql, 'sealed_request', approval)}
      limit ${limit} for update skip locked`;
    for (const { companyId, approvalId, sealedRequest } of rows)
      await sql`
        update approval_request set sealed_request = ${reseal(approval, sealedRequest, approvalId)}
        where company_id = ${companyId} and approval_id = ${approvalId}`;
    return rows.length;
  },
};
