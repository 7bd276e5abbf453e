import type { JSONValue } from '#database/connection.ts';
import type { TenantSql } from '#database/tenant.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { formatMinor } from '#shared/money.ts';
import type { RefundReason } from '#shared/payments/refund-reasons.ts';
import { Problem, problems } from '#shared/problem.ts';
import type { FollowUpAction } from '#features/payments/payments/follow-up.ts';
import { type OpenDispute, loadOpenDisputes } from '#features/payments/payments/server/db/open-disputes.ts';
import { previewFollowUp } from '#features/payments/payments/server/follow-up.ts';
import { type Caller, inScope } from '#server/auth/caller.ts';
import { authoriseRequest } from '#server/guard.ts';
import { runConcurrently } from '#server/run-concurrently.ts';
import type { Services } from '#server/services.ts';
import { type BulkAction, bulkEndpoints, isLinkAction } from '../bulk-work.ts';
import type { BulkSum } from '../schemas.ts';
import type { ItemRequest, NewItem } from './bulk-table.ts';

/** What a bulk request reads with. */
interface BulkContext {
  caller: Caller;
  services: Services;
  now: Date;
  inTenant<T>(work: (sql: TenantSql) => Promise<T>): Promise<T>;
}

/** A selected payment or link: what the action would do, or the code of its refusal. */
interface ReviewedItem extends NewItem {
  code: string | null;
  /** Of a refund: the open dispute of its payment. */
  dispute: Pick<OpenDispute, 'stage' | 'status'> | null;
}

/** Read at the same time; each takes a connection. */
const concurrency = 4;

/**
 * Authorises every selected id and decides by the rules of the single action. Throws 404 when one of them is unknown or out of
 * the caller's scope.
 */
export async function reviewItems(
  ctx: BulkContext,
  {
    action,
    ids,
    withoutDisputed = false,
  }: { action: BulkAction; ids: readonly string[]; withoutDisputed?: boolean | undefined },
): Promise<ReviewedItem[]> {
  const objects = await loadObjects(ctx, action, [...new Set(ids)]);
  const items: ReviewedItem[] = [];
  const pending = [...objects.entries()];
  const charges = new Map<number, number>();
  await runConcurrently(
    concurrency,
    () => pending.shift(),
    async ([position, object]) => {
      const { chargeId, ...item } = await reviewItem(ctx, action, object, position);
      items[position] = item;
      if (chargeId !== undefined && item.code === null) charges.set(position, chargeId);
    },
  );
  const first = withoutSecondOf(items, charges);
  return action === 'REFUND' ? withDisputes(ctx, first, charges, withoutDisputed) : first;
}

/** A disputed payment is refunded unless the user leaves it out: the review warns of it. */
async function withDisputes(
  { caller, inTenant }: BulkContext,
  items: readonly ReviewedItem[],
  charges: ReadonlyMap<number, number>,
  areLeftOut: boolean,
): Promise<ReviewedItem[]> {
  const chargeIds = [...charges.values()];
  if (chargeIds.length === 0) return [...items];
  const disputes = await inTenant((sql) => loadOpenDisputes(sql, [...caller.tenantIds], chargeIds));
  const byCharge = new Map(disputes.toReversed().map((dispute) => [dispute.txnId, dispute]));
  return items.map((item) => {
    const dispute = byCharge.get(charges.get(item.position) ?? 0);
    if (item.code !== null || !dispute) return item;
    return { ...item, dispute, code: areLeftOut ? 'DISPUTED' : null };
  });
}

/** An authorisation and its capture are the same money: only the first one of the selection counts. */
function withoutSecondOf(
  items: readonly ReviewedItem[],
  charges: ReadonlyMap<number, number>,
): ReviewedItem[] {
  const seen = new Set<number>();
  return items.map((item) => {
    const charge = charges.get(item.position);
    if (charge === undefined) return item;
    const isSecond = seen.has(charge);
    seen.add(charge);
    return isSecond ? { ...item, code: 'SAME_PAYMENT' } : item;
  });
}

interface FoundObject {
  objectId: string;
  companyId: number;
  installationId: number;
  path: string;
  merchantPath: string;
  merchRef: string | null;
  /** Of a link. */
  amountMinor: number | null;
  currency: string | null;
  /** The address that gets a link. */
  email?: string | null;
  /** Why the object alone excludes the action. */
  code: string | null;
}

const followUps: Readonly<Partial<Record<BulkAction, Exclude<FollowUpAction, 'repeat'>>>> = {
  REFUND: 'refund',
  CAPTURE: 'capture',
  CANCEL: 'cancel',
};

async function reviewItem(
  ctx: BulkContext,
  action: BulkAction,
  object: FoundObject,
  position: number,
): Promise<ReviewedItem & { chargeId?: number }> {
  const { path: _path, merchantPath, email, ...rest } = object;
  const body: ItemRequest['body'] = action === 'SEND_LINKS' ? { emailAddress: email ?? '' } : {};
  const request: ItemRequest = { path: pathOf(action, object), body };
  const item = { ...rest, position, endpoint: bulkEndpoints[action], request, dispute: null };
  const code = item.code ?? (await findRefusal(ctx, action, request));
  const followUp = followUps[action];
  if (code !== null || !followUp) return { ...item, code };
  const { companyId, installationId } = object;
  const context = { services: ctx.services, now: ctx.now, companyId, installationId, merchantPath };
  const preview = await ctx.inTenant((sql) =>
    previewFollowUp(sql, context, followUp, Number(object.objectId)),
  );
  if (!preview.ok) return { ...item, code: preview.code };
  const { amountMinor, currency, chargeId } = preview.value;
  return { ...item, code, amountMinor, currency, chargeId };
}

const pathOf = (action: BulkAction, { objectId, installationId }: FoundObject): ItemRequest['path'] => {
  if (isLinkAction(action)) return { linkId: objectId };
  if (action === 'RESEND_EVENTS') return { transactionId: objectId };
  return { installationId: String(installationId), transactionId: objectId };
};

/** The code of a missing permission, by the endpoint of the single action. */
async function findRefusal(
  { caller, services }: BulkContext,
  action: BulkAction,
  { path }: ItemRequest,
): Promise<string | null> {
  const handler = services.findHandler(bulkEndpoints[action]);
  if (!handler) throw new Error(`${action} has no endpoint`);
  try {
    await authoriseRequest(handler.endpoint, path, caller, services);
    return null;
  } catch (error) {
    if (error instanceof Problem && error.status === 403) return error.code;
    throw error;
  }
}

async function loadObjects(
  { caller, inTenant, now }: BulkContext,
  action: BulkAction,
  ids: readonly string[],
): Promise<FoundObject[]> {
  const isLink = isLinkAction(action);
  const pattern = isLink ? /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/ : /^[1-9]\d{0,15}$/;
  if (!ids.every((id) => pattern.test(id))) throw problems.notFound();
  const tenantIds = [...caller.tenantIds];
  const rows = await inTenant((sql) =>
    isLink ? loadLinks(sql, tenantIds, ids, action, now) : loadTransactions(sql, tenantIds, ids, action),
  );
  const visible = new Map(
    rows
      .filter(({ path, merchantPath }) => inScope(caller, path) || inScope(caller, merchantPath))
      .map((row) => [row.objectId, row]),
  );
  return ids.map((id) => {
    const found = visible.get(id);
    if (!found) throw problems.notFound();
    return found;
  });
}

const loadTransactions = (
  sql: TenantSql,
  tenantIds: number[],
  ids: readonly string[],
  action: BulkAction,
): Promise<FoundObject[]> => sql<FoundObject[]>`
  select t.txn_id::text as object_id, t.company_id, t.installation_id, o.path, m.path as merchant_path, t.merch_ref,
    null::bigint as amount_minor, null as currency,
    case when ${action === 'RESEND_EVENTS'} and not exists (
      select from webhook_delivery d where d.company_id = t.company_id and d.object_id = t.txn_id::text)
      then 'NO_EVENTS' end as code
  from txn t
  join organisation o on o.id = t.installation_id
  join organisation m on m.id = t.merchant_id
  where t.company_id = any (${tenantIds}) and t.txn_id = any (${[...ids]}::bigint[])`;

/** A link is sent to its customer, or to the address that got it last. */
const loadLinks = (
  sql: TenantSql,
  tenantIds: number[],
  ids: readonly string[],
  action: BulkAction,
  now: Date,
): Promise<FoundObject[]> => sql<FoundObject[]>`
  select l.link_id::text as object_id, l.company_id, l.installation_id, o.path, m.path as merchant_path,
    l.request #>> '{transaction,merchantReference}' as merch_ref, l.amount_minor, l.ccy_code as currency, e.email,
    case when l.cancelled_at is not null then 'LINK_CANCELLED'
      when l.used_at is not null and l.paid_count > 0 then 'LINK_PAID'
      when l.used_at is not null then 'LINK_AUTHORISED'
      when ${action === 'SEND_LINKS'} and l.expires_at <= ${now} then 'LINK_OVER'
      when ${action === 'SEND_LINKS'} and e.email is null then 'NO_EMAIL' end as code
  from smart_link l
  join organisation o on o.id = l.installation_id
  join organisation m on m.id = l.merchant_id
  cross join lateral (
    select coalesce(nullif(l.request #>> '{customer,details,emailAddress}', ''), l.mailed_to[cardinality(l.mailed_to)]) as email
  ) e
  where l.company_id = any (${tenantIds}) and l.link_id = any (${[...ids]}::uuid[])`;

/** The sums of what runs, by currency. */
export function sumItems(
  items: readonly Pick<ReviewedItem, 'code' | 'amountMinor' | 'currency'>[],
): { currency: string; number: number; minor: number }[] {
  const sums = new Map<string, { currency: string; number: number; minor: number }>();
  for (const { code, amountMinor, currency } of items) {
    if (code !== null || amountMinor === null || currency === null) continue;
    const sum = sums.get(currency) ?? { currency, number: 0, minor: 0 };
    sums.set(currency, { currency, number: sum.number + 1, minor: sum.minor + amountMinor });
  }
  return [...sums.values()].sort((a, b) => a.currency.localeCompare(b.currency));
}

export const toSums = (items: readonly ReviewedItem[]): BulkSum[] =>
  sumItems(items).map(({ currency, number, minor }) => ({
    ccyCode: currency,
    number,
    amount: formatMinor(minor, currency),
  }));

/**
 * The request of an item as confirmed. A refund names its amount: what another user refunds in the meantime makes it fail, and
 * never smaller.
 */
export function confirmedRequest(
  action: BulkAction,
  { request, amountMinor, currency }: Pick<ReviewedItem, 'request' | 'amountMinor' | 'currency'>,
  { refundReason, refundNote }: { refundReason?: RefundReason | undefined; refundNote?: string | undefined },
): ItemRequest {
  if (action !== 'REFUND' || amountMinor === null || currency === null) return request;
  const transaction: Record<string, JSONValue> = { amount: formatMinor(amountMinor, currency), currency };
  if (refundReason !== undefined) transaction.refundReason = refundReason;
  if (refundNote !== undefined && refundNote !== '') transaction.refundNote = maskCardNumbers(refundNote);
  return { ...request, body: { transaction } };
}
