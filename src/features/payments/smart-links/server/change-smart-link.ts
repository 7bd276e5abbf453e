import { maskCardNumbers } from '#shared/card-number.ts';
import { readInstant } from '#shared/instant.ts';
import { Problem, problems } from '#shared/problem.ts';
import { linkStatus } from '#shared/payments/link-status.ts';
import { checkBounds } from '#features/payments/hosted-sessions/amount-bounds.ts';
import type { SessionRequest } from '#features/payments/hosted-sessions/session-request.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { changeSmartLink as endpoint } from '../endpoints.ts';
import { changeSmartLink as schemas } from '../schemas.ts';
import { isExpiry, isLinkText, reminderTime } from '../link-rules.ts';
import { toListedLink } from './link/link-response.ts';
import { type StoredLink, auditedLink, lockStoredLink } from './smart-link-table.ts';

/** Changes the terms of a link that can still be paid. Open payment pages keep their description and bounds. */
export const changeSmartLink = handle(
  endpoint,
  schemas,
  async ({ sql, resource, body, caller, request, services, now }) => {
    const link = await lockStoredLink(sql, resource.smartLinkId);
    if (linkStatus(link, now) !== 'ACTIVATED') throw new Problem(409, 'LINK_OVER', 'smart_link_ended');
    const changed = applyChange(link, body, now);
    await sql`
      update smart_link set expires_at = ${changed.expiresAt}, request = ${sql.json(changed.request)},
        remind_days_before = ${changed.remindDaysBefore}, remind_at = ${changed.remindAt}
      where link_id = ${link.linkId}`;
    const { before, after } = compareTerms(link, changed);
    await auditAction(sql, {
      by: { caller, request, now },
      ...auditedLink(link),
      act: endpoint.name,
      before,
      after,
    });
    return toListedLink(changed, services.config, now);
  },
);

interface Change {
  expires?: string | undefined;
  description?: string | undefined;
  remindDaysBefore?: number | null | undefined;
  minAmount?: string | null | undefined;
  maxAmount?: string | null | undefined;
}

/** The link with its new terms. Throws 400 with the field. */
function applyChange(link: StoredLink, change: Change, now: Date): StoredLink {
  const expiresAt = change.expires === undefined ? link.expiresAt : readInstant(change.expires);
  if (!expiresAt || (change.expires !== undefined && !isExpiry(expiresAt, now)))
    throw problems.invalid('body.expires');
  const remindDaysBefore =
    change.remindDaysBefore === undefined ? link.remindDaysBefore : change.remindDaysBefore;
  const isSameReminder =
    remindDaysBefore === link.remindDaysBefore && expiresAt.getTime() === link.expiresAt.getTime();
  const remindAt = isSameReminder ? link.remindAt : reminderTime(expiresAt, remindDaysBefore, now);
  const isReminderLate = !isSameReminder && remindDaysBefore !== null && remindAt === null;
  if (
    change.remindDaysBefore != null &&
    (isReminderLate || link.usage !== 'SINGLE' || link.kind !== 'payments')
  )
    throw problems.invalid('body.remindDaysBefore', 'not_allowed');
  return {
    ...link,
    expiresAt,
    remindDaysBefore,
    remindAt,
    request: withBounds({ ...link, request: withDescription(link, change.description) }, change),
  };
}

function withDescription({ request }: StoredLink, description: string | undefined): SessionRequest {
  if (description === undefined) return request;
  const text = description.trim();
  if (!isLinkText(text)) throw problems.invalid('body.description');
  const { description: _before, ...transaction } = request.transaction ?? {};
  const changed = text === '' ? transaction : { ...transaction, description: maskCardNumbers(text) };
  return { ...request, transaction: changed } as SessionRequest;
}

/** The smallest and the largest amount of a link whose customer chooses it. */
function withBounds(
  { request, amountMinor, kind }: StoredLink,
  { minAmount, maxAmount }: Change,
): SessionRequest {
  if (minAmount === undefined && maxAmount === undefined) return request;
  const { transaction } = request;
  const before = transaction?.money?.amount;
  const bounds = {
    min: minAmount === undefined ? before?.min : (minAmount ?? undefined),
    max: maxAmount === undefined ? before?.max : (maxAmount ?? undefined),
  };
  const { min: _min, max: _max, ...amount } = before ?? {};
  const given = Object.entries(bounds).filter(([, bound]) => bound !== undefined);
  const money = { ...transaction?.money, amount: { ...amount, ...Object.fromEntries(given) } };
  const changed = { ...request, transaction: { ...transaction, money } } as SessionRequest;
  const checked = checkBounds(changed, amountMinor === null && kind === 'payments');
  if (checked.ok) return changed;
  throw problems.invalid(checked.field?.endsWith('.min') ? 'body.minAmount' : 'body.maxAmount');
}

/** The terms that have changed, for the audit. */
function compareTerms(link: StoredLink, changed: StoredLink) {
  const termsOf = ({ expiresAt, request, remindDaysBefore }: StoredLink) => ({
    expires: expiresAt.toISOString(),
    description: request.transaction?.description ?? null,
    remindDaysBefore,
    minAmount: request.transaction?.money?.amount?.min ?? null,
    maxAmount: request.transaction?.money?.amount?.max ?? null,
  });
  const [before, after] = [termsOf(link), termsOf(changed)];
  const names = (Object.keys(before) as (keyof typeof before)[]).filter(
    (name) => before[name] !== after[name],
  );
  const pick = (terms: typeof before) => Object.fromEntries(names.map((name) => [name, terms[name]]));
  return { before: pick(before), after: pick(after) };
}
