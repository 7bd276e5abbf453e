import { formatMinor } from '#shared/money.ts';
import { busyStatuses } from '#shared/payments/review-task.ts';
import type { TenantSql } from '#database/tenant.ts';
import { type FollowUpFeatures, repeatAvailability } from '#features/payments/payments/follow-up.ts';
import { loadFollowUpFeatures } from '#features/payments/payments/server/db/installations.ts';
import {
  findTransaction,
  toOriginal,
  toRootState,
} from '#features/payments/payments/server/db/transactions.ts';
import { hasLiveSchedule } from '#features/payments/schedules/server/db/schedule.ts';
import { problems } from '#shared/problem.ts';
import { heldState } from '#features/payments/hosted-sessions/session-status.ts';
import { isInQueue } from '#features/payments/hosted-sessions/server/hosted-session-table.ts';
import { isActiveCondition, listFeatures } from '#server/auth/inherited-state.ts';
import { mayOn } from '#server/auth/caller.ts';
import { handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import type { TerminalPayment } from '../schemas.ts';

interface InstallationRow {
  id: number;
  name: string;
  merchantName: string;
  path: string;
  merchantPath: string;
}

/**
 * Active installations. The caller may hold the permission on a descendant only, so the handler checks each installation.
 */
export const listTerminalInstallations = handle(
  endpoints.listTerminalInstallations,
  schemas.listTerminalInstallations,
  async ({ sql, resource, caller }) => {
    if (!caller.held.some(({ name }) => name === 'P_VIRTUAL_TERMINAL')) throw problems.forbidden();
    const { path } = resource;
    const rows = await sql<InstallationRow[]>`
      select i.installation_id as id, o.name, m.name as merchant_name, o.path, m.path as merchant_path
      from installation i
      join organisation o on o.id = i.installation_id
      join organisation m on m.id = i.merchant_id
      where (o.path = ${path} or (o.path > ${path} || '/' and o.path < ${path} || '0'))
        and ${isActiveCondition(sql, sql`o.path`)}
      order by m.name, m.id, o.name, o.id`;
    return rows
      .filter((row) => [row.path, row.merchantPath].some((path) => mayOn(caller, 'P_VIRTUAL_TERMINAL', path)))
      .map(({ id, name, merchantName }) => ({ id, name, merchantName }));
  },
);

interface ConfigurationRow {
  name: string;
  merchantName: string;
  path: string;
  sendEmailReceipts: boolean;
  mcc: string;
  currencies: string[];
  supportsRecurring: boolean;
  supportsInstalments: boolean;
}

export const getTerminalConfiguration = handle(
  endpoints.getTerminalConfiguration,
  schemas.getTerminalConfiguration,
  async ({ sql, path: { installationId } }) => {
    const [row] = await sql<ConfigurationRow[]>`
      select o.name, m.name as merchant_name, o.path, i.send_email_receipts, i.mcc,
             i.currencies, i.supports_recurring,
             i.supports_instalments
      from installation i
      join organisation o on o.id = i.installation_id
      join organisation m on m.id = i.merchant_id
      where i.installation_id = ${installationId}`;
    if (!row) throw new Error(`installation ${installationId} vanished`);
    const { name, merchantName, path, sendEmailReceipts, ...more } = row;
    return {
      installation: { id: installationId, name, merchantName, installationDetails: { sendEmailReceipts } },
      ...more,
      features: await listFeatures(sql, path),
    };
  },
);

const listed = 10;

export const listTerminalPayments = handle(
  endpoints.listTerminalPayments,
  schemas.listTerminalPayments,
  async ({ sql, resource, caller, path: { installationId }, now }) => {
    const rows = await sql<PaymentRow[]>`
      select t.txn_id, t.txn_datetime, t.txn_type as transaction_type, t.txn_status as transaction_status,
             p.captured_by is not null as is_captured, ${isInQueue(sql)} as is_in_queue, t.requested_minor, t.ccy_code,
             t.merch_ref, t.masked_pan, coalesce(q.status = any (${[...busyStatuses]}), false) as is_queue_busy
      from hosted_session s
      join txn t on t.txn_id = s.txn_id and t.company_id = s.company_id
      left join payment p on p.root_id = t.root_id and p.company_id = t.company_id
      left join queue_task q on q.txn_id = s.txn_id and q.company_id = s.company_id
      where s.company_id = ${resource.companyId} and s.installation_id = ${installationId}
        and s.created_via = 'portal' and s.kind = 'payments' and s.txn_id is not null
      order by s.last_interaction desc, s.txn_id desc limit ${listed}`;
    const mayRepeat = resource.paths.some((path) => mayOn(caller, 'P_REPEAT_TRANSACTION', path));
    const features = mayRepeat
      ? await loadFollowUpFeatures(sql, resource.installationId, resource.paths[0])
      : undefined;
    const payments = [];
    for (const row of rows) {
      const repeat = features && (await findRepeat(sql, resource.companyId, row, features, now));
      payments.push({ ...toPayment(row), ...(repeat ?? { repeatKinds: [], repeatAs: null }) });
    }
    return payments;
  },
);

/** The kinds of a repeat, by the rule of the transaction's own action. With a schedule that offers to skip its next charge. */
async function findRepeat(
  sql: TenantSql,
  companyId: number,
  { txnId, isQueueBusy }: PaymentRow,
  features: FollowUpFeatures,
  now: Date,
): Promise<Pick<TerminalPayment, 'repeatKinds' | 'repeatAs'> | undefined> {
  const root = await findTransaction(sql, companyId, txnId);
  if (!root || (await hasLiveSchedule(sql, companyId, txnId))) return undefined;
  const { availableToProcess, allowedTypes } = repeatAvailability(
    root.txnType,
    { original: toOriginal(root), root: toRootState(root) },
    { features, queueBusy: isQueueBusy, now },
  );
  if (!availableToProcess) return undefined;
  const repeatAs = allowedTypes.find((type) => type === root.continuousAuthorityType) ?? allowedTypes[0];
  return { repeatKinds: allowedTypes, repeatAs: repeatAs ?? null };
}

const toPayment = (row: PaymentRow) => ({
  transactionId: String(row.txnId),
  at: row.txnDatetime.toISOString(),
  status: row.transactionStatus,
  isHeld: heldState(row) === 'REVIEW',
  amount: formatMinor(BigInt(row.requestedMinor), row.ccyCode),
  currency: row.ccyCode,
  reference: row.merchRef,
  maskedPan: row.maskedPan,
});

type PaymentRow = Parameters<typeof heldState>[0] & {
  txnId: number;
  txnDatetime: Date;
  transactionStatus: string;
  requestedMinor: number;
  ccyCode: string;
  merchRef: string | null;
  maskedPan: string | null;
  isQueueBusy: boolean;
};

export const isQueueEnabled = handle(
  endpoints.isQueueEnabled,
  schemas.isQueueEnabled,
  async ({ sql, resource }) => ({
    enabled: (await listFeatures(sql, resource.path)).includes('QUEUE'),
  }),
);
