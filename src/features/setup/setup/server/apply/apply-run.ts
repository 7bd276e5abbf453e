import type { ProcessorAdapter } from '#integrations/processors/adapter.ts';
import type { StreamingClient, WebClient } from '#integrations/web/web-client.ts';
import type { TenantSql } from '#database/tenant.ts';
import type { Actor } from '#server/audit/actor.ts';
import type { Config } from '#server/config.ts';
import type { Keys } from '#server/keys.ts';
import type { Log } from '#server/log.ts';
import { type AppliedObject, listAppliedObjects, markPruned, saveApplied } from '../applied-object-table.ts';
import { ApplyError } from './apply-error.ts';
import type { Plan } from './plan.ts';

/** A secret that the run has created. It is shown once. */
export interface NewSecret {
  kind: 'apiKey' | 'webhook';
  /** How the file names the object. */
  key: string;
  id: string;
  secret: string;
}

/** The run's access to the operator's machine. */
export interface RunEnvironment {
  keys: Keys;
  /** As the product is started: webhooks and providers may use http. */
  insecureCallbacks: boolean;
  /** Reaches the provider of single sign-on and processors. */
  webClient: WebClient;
  /** For tests of processor connections: it reaches the hosts of --processor-hosts too. */
  adapterClient: StreamingClient;
  /** The kinds of processors that connections can name. */
  adapters: ReadonlyMap<string, ProcessorAdapter>;
  /** Of the product: its gateway's address, and the time and hosts of processors. */
  config: Pick<Config, 'checkoutUrl' | 'processorTimeoutMs' | 'processorHosts'>;
  log: Log;
  /** Reads a file that the company's file names. */
  readFile: (path: string) => Promise<Buffer>;
  readVariable: (name: string) => string | undefined;
}

interface RunOptions {
  sql: TenantSql;
  by: Actor;
  environment: RunEnvironment;
  plan: Plan;
  companyId: number;
  companyKey: string;
  isPruning: boolean;
  isPlanOnly: boolean;
}

/** One run of the command in its transaction: the company, its known objects, and the results for the end. */
export class ApplyRun {
  readonly sql: TenantSql;
  readonly by: Actor;
  readonly environment: RunEnvironment;
  readonly plan: Plan;
  readonly companyId: number;
  readonly isPlanOnly: boolean;
  readonly secrets: NewSecret[] = [];
  /** Work after all sections. */
  readonly last: (() => Promise<void>)[] = [];
  readonly #companyKey: string;
  readonly #isPruning: boolean;
  readonly #known = new Map<string, Map<string, AppliedObject>>();

  constructor(options: RunOptions) {
    this.sql = options.sql;
    this.by = options.by;
    this.environment = options.environment;
    this.plan = options.plan;
    this.companyId = options.companyId;
    this.#companyKey = options.companyKey;
    this.isPlanOnly = options.isPlanOnly;
    this.#isPruning = options.isPruning;
  }

  /** The objects of earlier runs, by key. */
  async loadApplied(kind: string): Promise<Map<string, AppliedObject>> {
    const before = this.#known.get(kind) ?? (await listAppliedObjects(this.sql, this.companyId, kind));
    this.#known.set(kind, before);
    return before;
  }

  /** Stores an object for later runs and for references of later sections. */
  async save(kind: string, object: Pick<AppliedObject, 'key' | 'objectId' | 'isCreated'>): Promise<void> {
    await saveApplied(this.sql, { ...object, kind, companyId: this.companyId });
    (await this.loadApplied(kind)).set(object.key, { ...object, isPruned: false });
  }

  /** The id of an object that the file names at `pointer`. */
  async resolveKey(kind: string, key: string, pointer: string): Promise<number> {
    const found = (await this.loadApplied(kind)).get(key);
    if (!found || found.isPruned) throw new ApplyError(pointer, `there is no ${kind} "${key}"`);
    return Number(found.objectId);
  }

  /** An organisation by key; the company has its own. */
  resolveOrganisation(key: string, pointer: string): Promise<number> {
    if (key === this.#companyKey) return Promise.resolve(this.companyId);
    return this.resolveKey('organisation', key, pointer);
  }

  /**
   * Removes objects that the file no longer names, with `--prune` and when the command has created them. `remove`
   * returns its result, or the reason why the object stays.
   */
  async prune(
    kind: string,
    { label, keys }: { label: string; keys: ReadonlySet<string> },
    remove: (object: AppliedObject) => Promise<string | { keptReason: string }>,
  ): Promise<void> {
    for (const object of (await this.loadApplied(kind)).values()) {
      if (keys.has(object.key) || object.isPruned || !object.isCreated) continue;
      if (!this.#isPruning) {
        this.plan.keep(label, object.key);
        continue;
      }
      const outcome = await remove(object);
      if (typeof outcome !== 'string') {
        this.plan.keep(label, object.key, outcome.keptReason);
        continue;
      }
      await markPruned(this.sql, { companyId: this.companyId, kind, key: object.key, at: this.by.at });
      object.isPruned = true;
      this.plan.remove(label, object.key, outcome);
    }
  }
}
