import { realTimeOf } from '#server/time/test-clock.ts';
import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { inTenant } from '#database/tenant.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { notificationBody } from '../notification-body.ts';
import { type ClaimedNotification, claimNotifications, recordAttempt } from './notification-table.ts';
import { sendMessage } from './send-message.ts';
import { signedHeaders } from './sign-notification.ts';

/** Notifications sent at the same time, so that a slow receiver doesn't block others. */
const concurrency = 10;
/** A run ends in time for the queue, however slow the receivers are. */
const runMs = 30_000;

/** Any number of workers can run it: one at a time claims a notification. */
export const deliverNotifications: Job = {
  name: 'deliver-notifications',
  everySeconds: 2,
  ofCompany: {
    waiting: [{ table: 'notification', column: 'next_attempt_at', open: "state in ('queued', 'sending')" }],
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(next_attempt_at) as at from notification
      where state in ('queued', 'sending') and next_attempt_at > ${after}`,
  },
  async run(services) {
    const { database, clock } = services;
    const ends = performance.now() + runMs;
    while (performance.now() < ends) {
      const notifications = await inTenant(database, 'all-tenants', (sql) =>
        claimNotifications(sql, clock.now(), concurrency),
      );
      if (notifications.length === 0) return;
      await Promise.all(notifications.map((notification) => deliver(services, notification)));
    }
  },
};

async function deliver(services: Services, claimed: ClaimedNotification): Promise<void> {
  const { clock, keys, webClient, database, log, config } = services;
  const contents = withAbsoluteLinks(JSON.parse(claimed.body) as object, config.checkoutUrl);
  const body = notificationBody(claimed.format, contents);
  const sent = await sendMessage(webClient, {
    url: claimed.url,
    format: claimed.format,
    body,
    headers: {
      'user-agent': 'Countinghouse-Notification',
      'x-countinghouse-notification': claimed.id,
      ...signedHeaders(keys, claimed.installationId, claimed, body, realTimeOf(clock.now())),
    },
  });
  await inTenant(database, [claimed.companyId], (sql) => recordAttempt(sql, claimed, sent, clock.now()));
  if (!sent.isDelivered) {
    log.warn(
      { transactionId: claimed.txnId, attempts: claimed.attempts, result: sent.result },
      'notification failed',
    );
  }
}
