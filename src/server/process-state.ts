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
  /** Calls that wait for events. */
  listeners: Listeners;
  /** Compiled fraud rules by merchant. With 200 rules each they take about 35 MB, at most 60 MB (decision 0143). */
  ruleSets: VersionedCache<number>;
  /** The values of lists that are looked for in texts (fraud-lists/server/match-lists.ts). */
  listTexts: VersionedCache<string>;
  /** Permissions by user. */
  permissions: VersionedCache<string>;
  /** The release that has migrated the database, where it is newer than this program, and why it excludes the program. */
  databaseRelease: { newer: string | undefined; exclusion: string | undefined };
  /** Aborted once the database excludes this program: its jobs stop. */
  excluded: AbortController;
  /** The published metadata of sign-on providers, by company. */
  signOnProviders: VersionedCache<number>;
  /** Reserved transaction ids, from `next` to before `end`. */
  transactionIds: { next: number; end: number; filling?: Promise<void> };
  /** The store that served each report, and the reason, for the operator's metrics. */
  reportResponses: Counter<'store' | 'why'>;
  /** The store that measured each range of a rule's impact, and the reason. */
  impactResponses: Counter<'store' | 'why'>;
  /** Ended payments and follow-ups. One whose transaction is rolled back is counted too, and again when it is repeated. */
  paymentResults: Counter<'type' | 'result'>;
  /** Declines with a response code that the dictionary lacks. */
  unknownDeclines: Counter<'scheme'>;
  /** Reports of processors that we do not know, kept as they came. */
  unknownReports: Counter<'name'>;
}

export function createProcessState(): ProcessState {
  return {
    organisationTrees: new OrganisationTrees(),
    warehouseCircuit: new CircuitBreaker(5 * secondMs),
    exportSlots: new Slots(),
    listeners: new Listeners(),
    ruleSets: new VersionedCache(200),
    listTexts: new VersionedCache(200),
    permissions: new VersionedCache(10_000),
    databaseRelease: { newer: undefined, exclusion: undefined },
    excluded: new AbortController(),
    signOnProviders: new VersionedCache(1000),
    transactionIds: { next: 0, end: 0 },
    reportResponses: new Counter({
      name: 'countinghouse_reports_total',
      help: 'Questions for reports by the store that answered (postgres, replica, warehouse), and why: cheaper, real-time, none, down, behind, other-fields, failed',
      labelNames: ['store', 'why'],
      registers: [],
    }),
    impactResponses: new Counter({
      name: 'countinghouse_impacts_total',
      help: 'Measured ranges of a rule by the store that measured, and why: chosen, none, down, behind, other-conditions, many-labels, failed',
      labelNames: ['store', 'why'],
      registers: [],
    }),
    paymentResults: new Counter({
      name: 'countinghouse_payments_total',
      help: 'Payments and follow-ups by type and result: approved, declined (by the processor), rejected (by checks or fraud rules), failed',
      labelNames: ['type', 'result'],
      registers: [],
    }),
    unknownDeclines: new Counter({
      name: 'countinghouse_unknown_declines_total',
      help: 'Declines with a response code that the decline dictionary lacks, by card scheme',
      labelNames: ['scheme'],
      registers: [],
    }),
    unknownReports: new Counter({
      name: 'countinghouse_unknown_reports_total',
      help: 'Reports of disputes that are unknown and kept as they came, by their name',
      labelNames: ['name'],
      registers: [],
    }),
  };
}

/** Calls of this process that wait for events, a few of each API key. They end when the process stops. */
class Listeners {
  readonly #perKey = 5;
  readonly #perProcess = 200;
  readonly #counts = new Map<string, number>();
  readonly #stopper = new AbortController();
  #total = 0;

  get count(): number {
    return this.#total;
  }

  /** Undefined: the key or the process has as many as it may. `leave` ends the call's place. */
  enter(apiId: string): { signal: AbortSignal; leave(): void } | undefined {
    const count = this.#counts.get(apiId) ?? 0;
    if (count >= this.#perKey || this.#total >= this.#perProcess) return undefined;
    this.#counts.set(apiId, count + 1);
    this.#total += 1;
    return {
      signal: this.#stopper.signal,
      leave: () => {
        const left = (this.#counts.get(apiId) ?? 1) - 1;
        if (left > 0) this.#counts.set(apiId, left);
        else this.#counts.delete(apiId);
        this.#total -= 1;
      },
    };
  }

  stop(): void {
    this.#stopper.abort();
  }
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

/** Keeps the most recently used entries, each with the version it was loaded in. One cache holds values of one type. */
export class VersionedCache<Id> {
  readonly #limit: number;
  readonly #entries = new Map<Id, { value: { version: number }; loadedAt: number }>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The value of this version, loaded where another version, none, or one older than `maxAgeMs` is kept. */
  async get<T extends { version: number }>(
    id: Id,
    { version, nowMs = 0, maxAgeMs = 1 }: { version: number; nowMs?: number; maxAgeMs?: number },
    load: () => Promise<T>,
  ): Promise<T> {
    const cached = this.#entries.get(id);
    const isCurrent = cached?.value.version === version && Math.abs(nowMs - cached.loadedAt) < maxAgeMs;
    const entry = isCurrent ? cached : { value: await load(), loadedAt: nowMs };
    this.#entries.delete(id);
    this.#entries.set(id, entry);
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > this.#limit && oldest !== undefined) this.#entries.delete(oldest);
    return entry.value as T;
  }
}
