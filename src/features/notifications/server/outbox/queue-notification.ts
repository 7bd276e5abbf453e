import { randomUUID } from 'node:crypto';
import type { TenantSql } from '#database/tenant.ts';
import type { NotificationFormat } from '../../notification-body.ts';

/** Where a request wants to be told of what. */
export interface CallbackTarget {
  url: string;
  format: NotificationFormat;
}

/**
 * Queues what a shop is told, in the transaction of what happened: neither exists without the other. `contents` is
 * the merchant API's own answer, so nothing leaves that the shop could not have read; it gets its form when it is sent.
 */
export async function queueNotification(
  sql: TenantSql,
  told: {
    companyId: number;
    installationId: number;
    txnId: number;
    kind: 'TRANSACTION' | 'EXPIRY';
    target: CallbackTarget;
    contents: object;
    now: Date;
  },
): Promise<void> {
  const { companyId, installationId, txnId, kind, target, contents, now } = told;
  await sql`
    insert into notification (company_id, notification_id, txn_id, installation_id, kind, url, format, body,
                              queued_at, next_attempt_at)
    values (${companyId}, ${randomUUID()}, ${txnId}, ${installationId}, ${kind}, ${target.url}, ${target.format},
            ${JSON.stringify(contents)}, ${now}, ${now})`;
}
