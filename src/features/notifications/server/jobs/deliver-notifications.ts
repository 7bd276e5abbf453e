import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { inTenant } from '#database/tenant.ts';
import type { WebAnswer } from '#integrations/web/web-client.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { contentTypes, notificationBody } from '../../notification-body.ts';
import { type ClaimedNotification, claimNotifications, noteAttempt } from '../outbox/notification-store.ts';
import { signedHeaders } from '../outbox/sign-notification.ts';

/** Sent side by side, so that one slow shop does not keep the others waiting. */
const lanes = 10;
/** A run ends in time for the queue, however slow the shops are. */
const runMs = 30_000;

/** Any number of workers: each notification is claimed by one of them at a time. */
export const deliverNotifications: Job = {
  name: 'deliver-notifications',
  everySeconds: 2,
  async run(services) {
    const { database, clock } = services;
    const ends = performance.now() + runMs;
    while (performance.now() < ends) {
      const due = await inTenant(database, 'every-company', (sql) =>
        claimNotifications(sql, clock.now(), lanes),
      );
      if (due.length === 0) return;
      await Promise.all(due.map((one) => deliver(services, one)));
    }
  },
};

async function deliver(services: Services, one: ClaimedNotification): Promise<void> {
  const { clock, keys, webClient, database, log, config } = services;
  const contents = withAbsoluteLinks(JSON.parse(one.body) as object, config.checkoutUrl);
  const body = notificationBody(one.format, contents);
  const answer = await webClient.send({
    method: 'POST',
    url: one.url,
    headers: {
      'content-type': contentTypes[one.format],
      'user-agent': 'Countinghouse-Notification',
      'x-countinghouse-notification': one.id,
      ...signedHeaders(keys, one.installationId, one, body, clock.now()),
    },
    body,
  });
  const isDelivered = answer.kind === 'answer' && answer.status >= 200 && answer.status < 300;
  const outcome = { isDelivered, result: deliveryResult(answer) };
  await inTenant(database, [one.companyId], (sql) => noteAttempt(sql, one, outcome, clock.now()));
  if (!isDelivered) {
    log.warn(
      { transactionId: one.txnId, attempts: one.attempts, result: outcome.result },
      'notification failed',
    );
  }
}

/** Nothing of what a stranger's server says is kept but its status. */
const deliveryResult = (answer: WebAnswer): string =>
  answer.kind === 'answer' ? String(answer.status) : answer.why;
