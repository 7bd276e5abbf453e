import { Counter } from 'prom-client';

/** Which store answered reports, and why it was not the other; the operator's metrics show it. */
export const answeredBy = new Counter({
  name: 'countinghouse_reports_total',
  help: 'Questions for reports by the store that answered, and why: cheaper, file, real-time, none, down, behind, other-fields, failed',
  labelNames: ['store', 'why'],
  registers: [],
});
