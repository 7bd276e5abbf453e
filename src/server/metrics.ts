import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

/** Metrics of one process. Labels are endpoint names and status codes, never ids or addresses. */
export interface Metrics {
  registry: Registry;
  observe(call: string, status: number, seconds: number): void;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'countinghouse_requests_total',
    help: 'Requests by call and status',
    labelNames: ['call', 'status'],
    registers: [registry],
  });
  const durations = new Histogram({
    name: 'countinghouse_request_seconds',
    help: 'Time to answer by call',
    labelNames: ['call'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  return {
    registry,
    observe(call, status, seconds) {
      requests.inc({ call, status: String(status) });
      durations.observe({ call }, seconds);
    },
  };
}
