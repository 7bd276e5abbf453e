import { Counter } from 'prom-client';
import { secondMs } from './clock.ts';
import { OrganisationTrees } from './organisation-tree.ts';

/** What a process remembers between requests. It is created with the services and shared by all who hold them. */
export interface ProcessState {
  organisationTrees: OrganisationTrees;
  /** Open after a failure of the warehouse: PostgreSQL then answers reports without a try. */
  warehouseCircuit: CircuitBreaker;
  /** Exports under way. */
  exportSlots: Slots;
  /** Which store answered reports, and the reason; the operator's metrics show it. */
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

/** Keeps requests from a service for a while after it failed. */
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

/** Counts work under way, so that there is never more than a limit of it. */
export class Slots {
  #taken = 0;

  /** False when `limit` slots are taken. A slot that was taken must be released. */
  take(limit: number): boolean {
    if (this.#taken >= limit) return false;
    this.#taken += 1;
    return true;
  }

  release(): void {
    this.#taken -= 1;
  }
}
