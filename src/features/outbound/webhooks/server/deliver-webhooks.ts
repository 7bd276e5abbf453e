import { realTimeOf } from '#server/time/test-clock.ts';
import { setTimeout } from 'node:timers/promises';
import { inTenant } from '#database/tenant.ts';
import { notificationBody } from '#features/outbound/notifications/notification-body.ts';
import { sendMessage } from '#features/outbound/notifications/server/send-message.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import { addMs, dayMs } from '#server/clock.ts';
import {
  type ClaimedDelivery,
  responseBytes,
  claimDeliveries,
  recordAttempt,
  recordFailure,
  recordSuccess,
} from './db/claim-deliveries.ts';
import { eventContents } from './event-contents.ts';
import { webhookHeaders } from './webhook-secret.ts';

/** Requests of one worker at the same time, in all and to one endpoint. */
const concurrency = 50;
const perEndpoint = 10;
/** How often a run looks for due deliveries of other endpoints while it waits for responses. */
const pollMs = 500;
/** A run ends in time for the queue, however slow the receivers are. */
const runMs = 30_000;

/**
 * Delivers due events. Any number of workers can run it: one at a time claims a delivery. A new claim begins as soon as any
 * endpoint has responded, so a slow endpoint delays only itself.
 */
export const deliverWebhooks: Job = {
  name: 'deliver-webhooks',
  everySeconds: 2,
  ofCompany: {
    waiting: [
      {
        table: 'webhook_delivery',
        column: 'next_attempt_at',
        open: "state in ('queued', 'sending', 'retrying')",
      },
    ],
    nextDue: (sql, after) => sql<{ at: Date | null }[]>`
      select min(d.next_attempt_at) as at from webhook_delivery d
      join webhook_endpoint e on e.company_id = d.company_id and e.endpoint_id = d.endpoint_id and e.state = 'active'
      where d.state in ('queued', 'sending', 'retrying') and d.next_attempt_at > ${after}`,
  },
  async run(services) {
    const { database, clock } = services;
    const ends = performance.now() + runMs;
    const running = new Map<string, Promise<void>>();
    let count = 0;
    while (performance.now() < ends) {
      const free = concurrency - count;
      const busy = [...running.keys()];
      const dueDeliveries =
        free < perEndpoint
          ? []
          : await inTenant(database, 'all-tenants', (sql) =>
              claimDeliveries(sql, { limit: free, perEndpoint, busy, now: clock.now() }),
            );
      for (const [endpointId, deliveries] of Map.groupBy(dueDeliveries, (delivery) => delivery.endpointId)) {
        count += deliveries.length;
        const all = Promise.all(deliveries.map((delivery) => deliver(services, delivery))).finally(() => {
          count -= deliveries.length;
          running.delete(endpointId);
        });
        running.set(
          endpointId,
          all.then(() => undefined),
        );
      }
      // An endpoint that was busy during the claim may have more deliveries.
      if (dueDeliveries.length === 0 && busy.length === 0) return;
      if (running.size === 0) continue;
      await Promise.race([...running.values(), setTimeout(pollMs)]);
    }
    await Promise.all(running.values());
  },
};

async function deliver(services: Services, delivery: ClaimedDelivery): Promise<void> {
  const { clock, keys, webClient, database, log, config } = services;
  const body = notificationBody(delivery.format, eventContents(delivery.body, config), 'event');
  const at = clock.now();
  const startedMs = performance.now();
  const sent = await sendMessage(webClient, {
    url: delivery.url,
    format: delivery.format,
    body,
    headers: webhookHeaders(keys, delivery, body, realTimeOf(at)),
    readBytes: responseBytes,
  });
  const durationMs = Math.round(performance.now() - startedMs);
  await inTenant(database, [delivery.companyId], async (sql) => {
    const now = clock.now();
    await recordAttempt(sql, delivery, { at, durationMs, message: sent }, now);
    if (sent.isDelivered) await recordSuccess(sql, delivery);
    else await recordFailure(sql, delivery, now);
  });
  if (!sent.isDelivered) {
    log.warn(
      { webhook: delivery.endpointId, attempts: delivery.attempts, result: sent.result },
      'webhook failed',
    );
  }
}

const eventDays = 90;
const deliveryDays = 30;
const batch = 1000;

/** Deletes events after 90 days and their deliveries after 30, in batches (docs/domain.md#webhooks). */
export const deleteOldEvents: Job = {
  name: 'delete-old-events',
  everySeconds: 3600,
  async run({ database, clock }) {
    const deliveriesBefore = addMs(clock.now(), -deliveryDays * dayMs);
    const eventsBefore = addMs(clock.now(), -eventDays * dayMs);
    const deleteDeliveries = () =>
      inTenant(database, 'all-tenants', async (sql) => {
        const deleted = await sql`
          delete from webhook_delivery d using (
            select company_id, endpoint_id, event_id from webhook_delivery
            where created_at < ${deliveriesBefore} order by created_at limit ${batch} for update skip locked
          ) old
          where d.company_id = old.company_id and d.endpoint_id = old.endpoint_id and d.event_id = old.event_id
          returning 1`;
        return deleted.length;
      });
    const deleteEvents = () =>
      inTenant(database, 'all-tenants', async (sql) => {
        const deleted = await sql`
          delete from webhook_event e using (
            select company_id, event_id from webhook_event
            where created_at < ${eventsBefore}
              and not exists (
                select from legal_holds_of(company_id, substring(object_id from '^[0-9]{11,15}$')::bigint, ${clock.now()}))
            order by created_at limit ${batch}
          ) old
          where e.company_id = old.company_id and e.event_id = old.event_id
          returning 1`;
        return deleted.length;
      });
    while ((await deleteDeliveries()) === batch);
    while ((await deleteEvents()) === batch);
  },
};
