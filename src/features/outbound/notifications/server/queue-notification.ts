import { randomUUID } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';

/** The URL and format of a callback. */
export interface CallbackTarget {
  url: string;
  format: 'REST_JSON' | 'REST_XML';
}

/**
 * Queues a notification in the database transaction of its event, so that neither exists without the other. `contents`
 * is the merchant API's response, and gets its format when it is sent.
 */
export async function queueNotification(
  sql: TenantSql,
  event: {
    companyId: number;
    installationId: number;
    txnId: number;
    kind: 'TRANSACTION' | 'EXPIRY';
    target: CallbackTarget;
    contents: object;
    now: Date;
  },
): Promise<void> {
  const { companyId, installationId, txnId, kind, target, contents, now } = event;
  await sql`
    insert into notification (company_id, notification_id, txn_id, installation_id, kind, url, format, body,
                              queued_at, next_attempt_at)
    values (${companyId}, ${randomUUID()}, ${txnId}, ${installationId}, ${kind}, ${target.url}, ${target.format},
            ${JSON.stringify(contents)}, ${now}, ${now})`;
}
