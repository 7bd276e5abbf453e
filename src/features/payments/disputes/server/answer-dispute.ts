import type { TenantSql } from '#database/tenant.ts';
import type { EvidenceForm } from '#integrations/processors/adapter.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { Caller } from '#server/auth/caller.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { HandlerContextWithoutTransaction } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { stableUuid } from '#database/stable-uuid.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import type { BodyOf } from '#shared/define-endpoint.ts';
import { Problem, problems } from '#shared/problem.ts';
import { maxEvidenceText } from '../dispute-limits.ts';
import * as endpoints from '../endpoints.ts';
import { findMissing } from '../missing-evidence.ts';
import type * as schemas from '../schemas.ts';
import {
  type AnswerContent,
  type StoredAnswer,
  findAnswer,
  insertAnswer,
  readDisputeFiles,
} from './db/answer-table.ts';
import type { StoredDispute } from './db/dispute-table.ts';
import { requireDispute } from './record-report.ts';
import { openConnection, sendAnswer } from './send-answer.ts';
import { viewDispute } from './view-dispute.ts';

type Context = Pick<
  HandlerContextWithoutTransaction<typeof endpoints.acceptDispute, Services>,
  'caller' | 'request' | 'services' | 'now' | 'resource' | 'inTenant' | 'requireApproval'
>;

export async function acceptFor(ctx: Context, version: number): Promise<schemas.DisputeView> {
  const nothing = async () => ({ reason: '', texts: {}, items: [] });
  const answer = await ctx.inTenant((sql) => storeAnswer(sql, ctx, 'ACCEPT', version, nothing));
  return finish(ctx, answer);
}

export async function submitFor(
  ctx: Context,
  body: BodyOf<typeof endpoints.submitEvidence>,
): Promise<schemas.DisputeView> {
  const { resource, services } = ctx;
  const dispute = await ctx.inTenant((sql) => requireDispute(sql, resource));
  const form = await loadForm(services, dispute);
  const answer = await ctx.inTenant((sql) =>
    storeAnswer(sql, ctx, 'SUBMIT', body.version, () => checkEvidence(sql, dispute, form, body)),
  );
  return finish(ctx, answer);
}

/** The processor's evidence form. Throws 409 where it takes no evidence, and 503 while it does not respond. */
export async function loadForm(services: Services, dispute: StoredDispute): Promise<EvidenceForm> {
  const connection = await openConnection(services, dispute);
  if (!connection) throw new Problem(409, 'DISPUTE_ELSEWHERE', 'dispute_elsewhere');
  const { account, disputes } = connection;
  const reply = await disputes.evidence({ dispute: dispute.processorReference, account });
  if (reply.kind === 'form') return reply.form;
  if (reply.kind === 'refused') throw new Problem(409, 'DISPUTE_REFUSED', 'dispute_refused');
  throw new Problem(503, 'DISPUTE_PROCESSOR', 'dispute_processor');
}

/** Validates the evidence against the processor's form, and masks card numbers in texts. */
async function checkEvidence(
  sql: TenantSql,
  dispute: StoredDispute,
  form: EvidenceForm,
  { reason, texts }: { reason: string; texts: Record<string, string> },
): Promise<AnswerContent> {
  const chosen = form.reasons.find(({ code }) => code === reason);
  if (!chosen) throw problems.invalid('body.reason', 'not_allowed');
  const fields = new Map(chosen.items.flatMap((item) => (item.kind === 'text' ? [[item.name, item]] : [])));
  const filled = Object.entries(texts).filter(([, text]) => text.trim() !== '');
  for (const [name, text] of filled) {
    const field = fields.get(name);
    if (!field) throw problems.invalid(`body.texts.${name}`, 'not_allowed');
    if (text.length > (field.maxLength ?? maxEvidenceText))
      throw problems.invalid(`body.texts.${name}`, 'too_long');
  }
  const items = chosen.items.map(({ name }) => name);
  // Only files of the chosen reason are sent.
  const files = (await readDisputeFiles(sql, dispute)).filter(({ item }) => items.includes(item));
  if (files.some(({ contentType }) => !form.fileTypes.includes(contentType)))
    throw new Problem(400, 'EVIDENCE_TYPE', 'evidence_type');
  const names = new Set([...filled.map(([name]) => name), ...files.map(({ item }) => item)]);
  const isEmpty = !chosen.items.some(({ name }) => names.has(name));
  if (isEmpty || findMissing(chosen.items, ({ name }) => names.has(name)).length > 0)
    throw new Problem(400, 'EVIDENCE_MISSING', 'evidence_missing');
  return {
    reason,
    texts: Object.fromEntries(filled.map(([name, text]) => [name, maskCardNumbers(text.trim())])),
    items,
  };
}

/** The same request has the same answer, so that an approval that is run twice answers once. */
function answerIdOf(request: Context['request'], disputeId: number): string {
  const key = request.header('idempotency-key');
  return key === undefined ? crypto.randomUUID() : stableUuid(`${disputeId}:${key}`);
}

/** Stores the intent with its audit event, before the processor is called. */
async function storeAnswer(
  sql: TenantSql,
  { caller, request, resource, now, requireApproval }: Context,
  kind: StoredAnswer['kind'],
  version: number,
  content: () => Promise<AnswerContent>,
): Promise<StoredAnswer> {
  const user = requireUser(caller);
  const dispute = await requireDispute(sql, resource, { lock: true });
  const before = await findAnswer(sql, dispute);
  const answerId = answerIdOf(request, dispute.disputeId);
  if (before?.answerId === answerId) return before;
  if (before?.state === 'PENDING') throw new Problem(409, 'DISPUTE_ANSWERING', 'dispute_answering');
  if (dispute.version !== version) throw problems.versionConflict('DISPUTE_CHANGED', 'dispute_changed');
  if (dispute.status !== 'NEEDS_RESPONSE') throw new Problem(409, 'DISPUTE_ANSWERED', 'dispute_answered');
  const { amountMinor: minor, ccyCode: currency, disputeId, companyId, merchantId, txnId } = dispute;
  const chosen = await content();
  await requireApproval(sql, {
    organisationId: merchantId,
    amount: { minor, currency },
    objectId: String(disputeId),
    objectName: String(txnId),
  });
  const answer = { answerId, kind, content: chosen, requestedBy: user.id, requestedByName: user.name };
  await insertAnswer(sql, dispute, answer, { now, nextAttemptAt: addMs(now, minuteMs) });
  await auditAction(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: merchantId,
    act: kind === 'ACCEPT' ? endpoints.acceptDispute.name : endpoints.submitEvidence.name,
    objectKind: 'dispute',
    objectId: String(disputeId),
    detail: { transactionId: String(txnId), reason: chosen.reason, fields: Object.keys(chosen.texts) },
  });
  const stored = await findAnswer(sql, dispute);
  if (!stored) throw new Error('an insert stores its row');
  return stored;
}

/** Disputes are answered in the portal only. */
export function requireUser(caller: Caller): { id: string; name: string } {
  if (caller.kind !== 'user') throw problems.forbidden();
  return { id: caller.id, name: caller.name };
}

/** Sends it and returns the dispute. A refusal of the processor is 409; without a response the worker repeats the request. */
async function finish(ctx: Context, answer: StoredAnswer): Promise<schemas.DisputeView> {
  const { services, resource, caller } = ctx;
  if (answer.state === 'PENDING') await sendAnswer(services, answer);
  return ctx.inTenant(async (sql) => {
    const sent = await findAnswer(sql, resource);
    if (sent?.answerId === answer.answerId && sent.state === 'REFUSED')
      throw new Problem(409, 'DISPUTE_REFUSED', 'dispute_refused');
    return viewDispute(sql, services, caller, resource);
  });
}
