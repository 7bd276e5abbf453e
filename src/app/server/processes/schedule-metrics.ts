import { Gauge } from 'prom-client';
import { inTenant } from '#database/tenant.ts';
import { outagesSince } from '#features/schedules/server/store/read/outages-since.ts';
import { addMs, hourMs } from '#server/clock.ts';
import type { Metrics } from '#server/metrics.ts';
import type { Services } from '#server/services.ts';

/** Episodes that a processor's outage postponed in the last hour; counted when asked. */
export function scheduleMetrics(metrics: Metrics, { database, clock }: Services): void {
  metrics.registry.registerMetric(
    new Gauge({
      name: 'countinghouse_postponed_episodes',
      help: 'Schedule episodes postponed in the last hour because the processor was unavailable',
      labelNames: ['processor'],
      registers: [],
      async collect() {
        this.reset();
        // An unreachable database must not take the other numbers away.
        const outages = await inTenant(database, 'every-company', (sql) =>
          outagesSince(sql, addMs(clock.now(), -hourMs)),
        ).catch(() => []);
        for (const { processor, episodes } of outages) this.set({ processor }, episodes);
      },
    }),
  );
}
