import { inTenant } from '#database/tenant.ts';
import type { DisputeReply } from '#integrations/processors/adapter.ts';
import type { OpenConnection } from '#integrations/processors/processors.ts';
import { addMs, minuteMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import { reportToOperator } from '#server/mail/report-to-operator.ts';
import type { Services } from '#server/services.ts';
import { isClosedDispute } from '#shared/payments/dispute-status.ts';
import {
  type StoredAnswer,
  beginAttempt,
  endAnswer,
  findDueAnswers,
  readFileBodies,
} from './db/answer-table.ts';
import { type StoredDispute, insertDisputeEvent } from './db/dispute-table.ts';
import { refreshDispute, requireDispute } from './record-report.ts';

const attemptsBeforeReport = 10;

/**
 * Sends an answer and stores its result. Without a certain result the answer stays pending, and a worker repeats it under the same
 * key. When several processes call it for the same answer, one of them sends.
 */
export async function sendAnswer(services: Services, answer: StoredAnswer): Promise<void> {
  const { database, clock, log } = services;
  const now = clock.now();
  const { companyId, answerId, attempts } = answer;
  // A file of several megabytes takes its time.
  const nextAttemptAt = addMs(now, 2 * minuteMs * 2 ** Math.min(attempts, 6));
  const begun = await inTenant(database, [companyId], async (sql) => {
    const taken = await beginAttempt(sql, answer, { attempts, now, nextAttemptAt });
    if (!taken) return undefined;
    const dispute = await requireDispute(sql, answer);
    return {
      taken,
      dispute,
      files: taken.kind === 'SUBMIT' ? await readFileBodies(sql, answer, taken.content.items) : [],
    };
  });
  if (!begun) return;
  const { taken, dispute, files } = begun;
  const connection = await openConnection(services, dispute);
  const reply = connection ? await send(connection, dispute, taken, files) : notOpen;
  if (reply.kind === 'done' || reply.kind === 'refused') return recordEnd(services, taken, reply);
  log.warn(
    { answerId, why: reply.why, attempts: taken.attempts },
    'an answer to a dispute has no result yet',
  );
  if (taken.attempts === attemptsBeforeReport)
    await inTenant(database, [companyId], (sql) =>
      reportToOperator(sql, services, {
        companyId,
        transactionId: dispute.txnId,
        report: `the response to its dispute has no result after ${taken.attempts} attempts`,
        now,
      }),
    );
}

const notOpen = { kind: 'not-sent', why: 'connection' } as const;

/** The connection of a dispute, if it can be answered there. */
export async function openConnection(
  services: Services,
  { connectionId, installationId }: Pick<StoredDispute, 'connectionId' | 'installationId'>,
): Promise<(OpenConnection & Required<Pick<OpenConnection, 'disputes'>>) | undefined> {
  const setup = await services.processors.current();
  const connection = setup.open(connectionId, { installationId });
  return connection?.disputes ? { ...connection, disputes: connection.disputes } : undefined;
}

function send(
  { disputes, account }: NonNullable<Awaited<ReturnType<typeof openConnection>>>,
  { processorReference }: StoredDispute,
  { answerId, kind, content, sentAt, createdAt, attempts }: StoredAnswer,
  files: Awaited<ReturnType<typeof readFileBodies>>,
): Promise<DisputeReply> {
  const named = { dispute: processorReference, account };
  const request = { key: `dispute-${answerId}`, sentAt: sentAt ?? createdAt, isRepeated: attempts > 1 };
  return kind === 'ACCEPT'
    ? disputes.accept(named, request)
    : disputes.submit(named, request, { ...content, files });
}

/** Compare-and-set: only the process that ends the answer adds its event and refreshes the dispute. */
async function recordEnd(
  services: Services,
  answer: StoredAnswer,
  reply: Extract<DisputeReply, { kind: 'done' | 'refused' }>,
): Promise<void> {
  const now = services.clock.now();
  const { companyId, kind, requestedBy: id, requestedByName: name, attempts } = answer;
  await inTenant(services.database, [companyId], async (sql) => {
    const dispute = await requireDispute(sql, answer, { lock: true });
    // A processor refuses a repeated request whose first attempt has arrived. Its report shows that the first one counted.
    const hasArrived =
      reply.kind === 'refused' &&
      attempts > 1 &&
      (dispute.status === 'UNDER_REVIEW' || isClosedDispute(dispute.status));
    const isDone = reply.kind === 'done' || hasArrived;
    const state = isDone ? 'DONE' : 'REFUSED';
    const refusal = reply.kind === 'refused' && !isDone ? reply.message : null;
    if (!(await endAnswer(sql, answer, { state, refusal, now }))) return;
    const at = isDone ? (answer.sentAt ?? now) : now;
    await insertDisputeEvent(sql, dispute, {
      at,
      countsAt: at,
      name: `${kind}_${state}`,
      report: isDone ? { stage: dispute.stage, status: kind === 'ACCEPT' ? 'ACCEPTED' : 'UNDER_REVIEW' } : {},
      actor: { id, name },
    });
    await refreshDispute(sql, dispute, { isNew: false, now });
  });
}

/** Sends answers whose result is missing: the process that sent them has ended, or the processor did not respond. */
export const sendDisputeAnswers: Job = {
  name: 'send-dispute-answers',
  everySeconds: 10,
  ofCompany: {
    waiting: [{ table: 'dispute_answer', column: 'next_attempt_at', open: "state = 'PENDING'" }],
  },
  async run(services) {
    const { database, clock, log } = services;
    const due = await inTenant(database, 'all-tenants', (sql) => findDueAnswers(sql, clock.now(), 50));
    for (const answer of due)
      await sendAnswer(services, answer).catch((error: unknown) =>
        log.error({ err: error, answerId: answer.answerId }, 'an answer to a dispute was not sent'),
      );
  },
};
