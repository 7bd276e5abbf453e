import type { Sql } from '#database/connection.ts';
import { type AuditEvent, writeAuditEvent } from '../audit/audit-event.ts';
import { queueMail } from './queue-mail.ts';
import type { Services } from '../services.ts';

/** Work on a transaction that fails repeatedly and is still retried. */
interface StuckJob {
  companyId: number;
  transactionId: number;
  /** SCHEDULE, NOTIFICATION, LINK, or the state of an operation whose outcome is unknown. */
  kind: string;
  attempts: number;
  error: string;
}

const workNames: Readonly<Record<string, string>> = {
  SCHEDULE: 'schedule update',
  NOTIFICATION: 'webhook',
  LINK: 'smart link update',
};

/** Logs, audits and emails stuck work once, in the transaction that marks it as reported. */
export async function notifyOperator(
  sql: Sql,
  { log, config, clock }: Pick<Services, 'log' | 'config' | 'clock'>,
  { companyId, transactionId, kind, attempts, error }: StuckJob,
): Promise<void> {
  const now = clock.now();
  log.error({ transactionId, kind, attempts, error }, 'settlement needs attention');
  await auditByWorker(sql, { companyId, transactionId, now }, 'settlementStuck', {
    outcome: `failed: ${kind}`,
    detail: { attempts, error },
  });
  await queueMail(sql, {
    key: `settlement-stuck:${transactionId}:${kind}:${now.toISOString()}`,
    template: 'settlementStuck',
    to: config.operatorMail,
    locale: 'en',
    values: {
      transactionId: String(transactionId),
      kind: workNames[kind] ?? 'processor request',
      attempts: String(attempts),
      error: inOneLine(error),
    },
    now,
  });
}

/** Audits and emails what a processor has reported of a transaction that had ended, in the transaction that records it. */
export async function reportToOperator(
  sql: Sql,
  { log, config }: Pick<Services, 'log' | 'config'>,
  {
    companyId,
    transactionId,
    report,
    now,
  }: { companyId: number; transactionId: number; report: string; now: Date },
): Promise<void> {
  log.error({ transactionId, report }, 'a processor has changed a result');
  await auditByWorker(sql, { companyId, transactionId, now }, 'processorReport', {
    outcome: 'SUCCESS',
    detail: { report },
  });
  await queueMail(sql, {
    key: `processor-report:${transactionId}:${now.toISOString()}`,
    template: 'processorReport',
    to: config.operatorMail,
    locale: 'en',
    values: { transactionId: String(transactionId), report: inOneLine(report) },
    now,
  });
}

const inOneLine = (text: string): string => text.replaceAll(/[\r\n]+/g, ' ');

const auditByWorker = (
  sql: Sql,
  { companyId, transactionId, now }: { companyId: number; transactionId: number; now: Date },
  act: string,
  event: Pick<AuditEvent, 'outcome' | 'detail'>,
): Promise<void> =>
  writeAuditEvent(sql, {
    at: now,
    companyId,
    actorKind: 'system',
    actor: 'worker',
    ip: '',
    act,
    objectKind: 'transaction',
    objectId: String(transactionId),
    requestId: '',
    ...event,
  });
