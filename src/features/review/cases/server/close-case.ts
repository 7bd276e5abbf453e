import type { BodyOf, ResponseInputOf } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { addToStandardLists } from '#features/fraud/fraud-lists/server/standard-lists.ts';
import { handle } from '#server/handler.ts';
import { closeCase as endpoint } from '../endpoints.ts';
import { closeCase as schemas } from '../schemas.ts';
import { type OneCaseContext, auditCase, lockOpenCase, recordEvent, requireVersion } from './case-context.ts';
import { updateCase } from './db/case-store.ts';
import { readListValues } from './list-values.ts';

/**
 * Closes a case with its outcome. Values go to the block lists, those of a genuine case to the allow lists, in the same
 * transaction: without the permission to change them, nothing happens.
 */
export async function closeCaseFor(
  ctx: OneCaseContext,
  body: BodyOf<typeof endpoint>,
): Promise<ResponseInputOf<typeof endpoint>> {
  const { sql, now } = ctx;
  const stored = await lockOpenCase(ctx).catch((error: unknown) => {
    // For a closing, a closed case is one that another user has changed.
    if (error instanceof Problem && error.code === 'CASE_CLOSED')
      throw problems.versionConflict('CASE_CHANGED', 'case_changed');
    throw error;
  });
  requireVersion(stored, body.version);
  const { outcome, listValues: requested = [] } = body;
  const available = requested.length === 0 ? [] : await readListValues(ctx, stored);
  const values = requested.map(({ dataField, value }) => {
    const offered = available.find((offer) => offer.dataField === dataField && offer.value === value);
    if (!offered) throw new Problem(400, 'CASE_LIST_VALUE', 'case_list_value');
    return offered;
  });
  await updateCase(sql, stored, { status: 'CLOSED', outcome, closedAt: now });
  const kind = outcome === 'GENUINE' ? 'POSITIVE' : 'NEGATIVE';
  const added = await addToStandardLists(ctx, kind, values, `Case ${stored.caseId}`);
  for (const { dataField, value, result } of added) {
    if (result.responseStatus !== 'ADDED' && result.responseStatus !== 'UPDATED')
      throw new Problem(400, 'CASE_LIST_VALUE', 'case_list_value');
    const listValue = values.find(
      (candidate) => candidate.dataField === dataField && candidate.value === value,
    );
    const detail = { dataField, list: kind, value: listValue?.displayValue ?? '' };
    await recordEvent(ctx, stored, { kind: 'LISTED', detail });
  }
  await recordEvent(ctx, stored, { kind: 'CLOSED', note: body.note, detail: { outcome } });
  const before = { status: stored.status };
  await auditCase(ctx, 'closeCase', stored, before, { status: 'CLOSED', outcome, listed: added.length });
  return { version: stored.version + 1 };
}

export const closeCase = handle(endpoint, schemas, (ctx) => closeCaseFor(ctx, ctx.body));
