import { grant } from '#features/access/users/test/user-fixtures.ts';
import type { TestResponse, Send } from '#testing/act-as.ts';
import type { TestApp } from '#testing/start-app.ts';

export const company = 1100;
export const requests = '/proxy/sync/approvals';
export const policyUrl = `${requests}/${company}/policy`;
export const portal = '/proxy/sync/ta/transactions/5300001';

export const everything = (['refund', 'payout', 'activateRule', 'grantRole'] as const).map((action) => ({
  action,
  from: null as { amount: string; currency: string } | null,
  hours: 24,
}));

/** Stores a policy past the approval that a looser one would need. */
export async function setPolicy(
  app: TestApp,
  rules: readonly { action: string; from: { amount: string; currency: string } | null; hours: number }[],
  includesKeys = false,
): Promise<void> {
  const { owner } = app;
  await owner`delete from approval_policy`;
  await owner`insert into approval_policy values (${company}, ${includesKeys}, 1)`;
  for (const { action, from, hours } of rules) {
    const minor = from === null ? null : Math.round(Number(from.amount) * 100);
    await owner`
      insert into approval_rule values (${company}, ${action}, ${minor}, ${from?.currency ?? null}, ${hours})`;
  }
}

/** Lets a user approve, and do nothing else. */
export const letApprove = (app: TestApp, userName: string, organisationId = company): Promise<void> =>
  grant(app, userName, { name: `approver-${organisationId}`, permissions: ['P_APPROVE'] }, organisationId);

export const refund = (
  send: Send,
  id: string,
  transaction: object = {},
  key?: string,
): Promise<TestResponse> =>
  send(
    'POST',
    `${portal}/${id}/refund`,
    { transaction },
    key === undefined ? {} : { 'idempotency-key': key },
  );

export const decide = (send: Send, id: string, decision: 'approve' | 'reject' | 'cancel', comment?: string) =>
  send('POST', `${requests}/${id}/${decision}`, comment === undefined ? {} : { comment });

/** Refunds of a payment that exist, as amounts in minor units. */
export async function refundsOf(app: TestApp, id: string): Promise<number[]> {
  const rows = await app.owner<{ minor: number }[]>`
    select requested_minor as minor from txn where root_id = ${id} and txn_type = 'REFUND' order by txn_id`;
  return rows.map(({ minor }) => Math.abs(minor));
}
