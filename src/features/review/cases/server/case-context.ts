import { Problem, problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { CaseResource } from '#server/auth/authorized-resource.ts';
import type { HandlerContext } from '#server/handler.ts';
import { insertEvent, type CaseKey, type CaseUser, type StoredCase, readCase } from './db/case-store.ts';

/** Of any request about cases. */
export type CaseContext = Pick<HandlerContext<unknown>, 'sql' | 'caller' | 'request' | 'services' | 'now'>;

/** Of a request about one case. */
export interface OneCaseContext extends CaseContext {
  resource: CaseResource;
}

/** The user who acts. Cases are worked on in the portal only. */
export function actorOf({ caller }: Pick<CaseContext, 'caller'>): CaseUser {
  if (caller.kind !== 'user') throw problems.forbidden();
  return { id: caller.id, name: caller.name };
}

/** The case of the request, which the guard has authorised. */
export async function loadCase(ctx: OneCaseContext, { lock = false } = {}): Promise<StoredCase> {
  const stored = await readCase(ctx.sql, ctx.resource, { lock });
  if (!stored) throw problems.notFound();
  return stored;
}

/** The same, locked. Throws 409 for a closed case. */
export async function lockOpenCase(ctx: OneCaseContext): Promise<StoredCase> {
  const stored = await loadCase(ctx, { lock: true });
  if (stored.status !== 'OPEN') throw new Problem(409, 'CASE_CLOSED', 'case_closed');
  return stored;
}

/** Throws 409 when owner or status of the case changed since the user read it. */
export function requireVersion(stored: StoredCase, version: number): void {
  if (stored.version !== version) throw problems.versionConflict('CASE_CHANGED', 'case_changed');
}

type NewEvent = Parameters<typeof insertEvent>[2];

/** Adds the event to the case. */
export const recordEvent = (ctx: CaseContext, key: CaseKey, event: NewEvent): Promise<void> =>
  insertEvent(ctx.sql, key, event, { by: actorOf(ctx), now: ctx.now });

/** Writes the audit event of a change. Typed text is in the case, the audit has ids, words and numbers. */
export async function auditCase(
  { sql, caller, request, now }: CaseContext,
  act: string,
  { companyId, caseId, merchantId }: CaseKey & { merchantId: number },
  before: object,
  after: object,
): Promise<void> {
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: merchantId,
    act,
    objectKind: 'case',
    objectId: String(caseId),
    before,
    after,
  });
}
