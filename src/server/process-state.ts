import { Counter } from 'prom-client';
import { secondMs } from './clock.ts';
import { OrganisationTrees } from './organisation-tree.ts';

/** The state of a process between requests, created with its services. */
export interface ProcessState {
  organisationTrees: OrganisationTrees;
  /** Open after a failure of the warehouse: PostgreSQL then serves reports. */
  warehouseCircuit: CircuitBreaker;
  /** Running exports. */
  exportSlots: Slots;
  /** The store that served each report, and the reason, for the operator's metrics. */
  reportAnswers: Counter<'store' | 'why'>;
}

export function createProcessState(): ProcessState {
  return {
    organisationTrees: new OrganisationTrees(),
    warehouseCircuit: new CircuitBreaker(5 * secondMs),
    exportSlots: new Slots(),
    reportAnswers: new Counter({
      name: 'countinghouse_reports_total',
      help: 'Questions for reports by the store that answered, and why: cheaper, file, real-time, none, down, behind, other-fields, failed',
      labelNames: ['store', 'why'],
      registers: [],
    }),
  };
}

/** Blocks requests to a service for a while after a failure. */
export class CircuitBreaker {
  readonly #openMs: number;
  #openUntil = 0;

  constructor(openMs: number) {
    this.#openMs = openMs;
  }

  get isOpen(): boolean {
    return performance.now() < this.#openUntil;
  }

  open(): void {
    this.#openUntil = performance.now() + this.#openMs;
  }
}

/** Limits concurrent work. */
export class Slots {
  #taken = 0;

  /** False when `limit` slots are taken. The caller releases a taken slot. */
  take(limit: number): boolean {
    if (this.#taken >= limit) return false;
    this.#taken += 1;
    return true;
  }

  release(): void {
    this.#taken -= 1;
  }
}
