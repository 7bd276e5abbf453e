import { inTenant } from '#database/tenant.ts';
import { addMs, dayMs } from '#server/clock.ts';
import type { Job } from '#server/job.ts';

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
            where created_at < ${eventsBefore} order by created_at limit ${batch}
          ) old
          where e.company_id = old.company_id and e.event_id = old.event_id
          returning 1`;
        return deleted.length;
      });
    while ((await deleteDeliveries()) === batch);
    while ((await deleteEvents()) === batch);
  },
};
