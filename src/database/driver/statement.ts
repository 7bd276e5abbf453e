import type { Readable, Writable } from 'node:stream';
import {
  Fragment,
  type Param,
  type Names,
  type Columns,
  compose,
  findHelper,
  type Executor,
} from './compose.ts';
import { Json, type Value, encodeParameter } from './parameter.ts';

// Callers name the columns they read; a row without a name may hold anything.
// oxlint-disable-next-line typescript/no-explicit-any
export type Row = Record<string, any>;

/** Rows, and how many were found or changed. */
export type Rows<T extends readonly unknown[]> = T & { readonly count: number };

interface StatementOptions {
  executor: Executor;
  isPrepared: boolean;
  asArrays?: boolean;
  isPrompt?: boolean;
  /** Parameters of a text with $1 in it. */
  values?: readonly Value[];
}

/**
 * A statement, sent once it is awaited; inside another statement it is a part of that. `execute` sends it at once. Use
 * `pipelined` to send several together.
 */
class Statement<T extends readonly unknown[] = Row[]> extends Fragment implements Promise<Rows<T>> {
  readonly [Symbol.toStringTag] = 'Statement';
  readonly #options: StatementOptions;
  #result: Promise<Rows<T>> | undefined;

  constructor(texts: readonly string[], params: readonly unknown[], options: StatementOptions) {
    super(texts, params);
    this.#options = options;
  }

  execute(): this {
    void this.#sendOnce();
    return this;
  }

  /** Rows as arrays of their cells. */
  values<V extends readonly unknown[] = unknown[][]>(): Statement<V> {
    return new Statement<V>(this.texts, this.params, { ...this.#options, asArrays: true });
  }

  /** Its response arrives while statements that were sent with it are executed. */
  promptly(): Statement<T> {
    return new Statement<T>(this.texts, this.params, { ...this.#options, isPrompt: true });
  }

  /** The output of `copy … to stdout`. A failure rejects the stream. */
  async readable(): Promise<Readable> {
    return this.#options.executor.readable(compose(this).text);
  }

  /** The input of `copy … from stdin`. */
  async writable(): Promise<Writable> {
    return this.#options.executor.writable(compose(this).text);
  }

  // A statement is awaited as it is.
  // oxlint-disable-next-line unicorn/no-thenable
  then<A = Rows<T>, B = never>(
    done?: ((rows: Rows<T>) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    // oxlint-disable-next-line promise/no-callback-in-promise
    return this.#sendOnce().then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<Rows<T> | B> {
    return this.#sendOnce().catch(failed);
  }

  finally(after?: (() => void) | null): Promise<Rows<T>> {
    return this.#sendOnce().finally(after);
  }

  #sendOnce(): Promise<Rows<T>> {
    if (!this.#result) {
      this.#result = this.#send();
      // A caller that executes without awaiting finds the failure in the transaction.
      this.#result.catch(() => {});
    }
    return this.#result;
  }

  async #send(): Promise<Rows<T>> {
    const { executor, isPrepared, asArrays = false, isPrompt = false, values = [] } = this.#options;
    const composed = compose(this);
    for (const value of values) {
      const { wire, type } = encodeParameter(value);
      composed.values.push(wire);
      composed.types.push(type);
    }
    const { rows, rowCount } = await executor.run({ ...composed, isPrepared, asArrays, isPrompt });
    return withCount<T>(rows, rowCount ?? 0);
  }
}

/** The driver's rows, which the caller of the statement has typed. */
function withCount<T extends readonly unknown[]>(rows: unknown, count: number): Rows<T> {
  return Object.defineProperty(rows as Rows<T>, 'count', { value: count });
}

/** The tag of statements, and its helpers. Every value becomes a parameter. */
export interface Sql {
  <T extends readonly unknown[] = Row[]>(
    texts: TemplateStringsArray,
    ...params: readonly Param[]
  ): Statement<T>;
  /** A name ("a"), names ("a","b"), or after "in" a list of values. */
  (names: string | readonly (string | number | Date)[]): Names;
  /** Rows to insert, or after "set" columns to change. */
  (columns: Readonly<Record<string, Param>> | readonly Readonly<Record<string, Param>>[]): Columns;
  /** A value of a json column. What JSON cannot hold is left out, as JSON.stringify does. */
  json(value: object | string | number | boolean | null): Json;
  /** A trusted text, with values for its $1, $2. Unprepared, unless `prepare` is set. */
  unsafe<T extends readonly unknown[] = Row[]>(
    text: string,
    values?: readonly Value[],
    options?: { prepare: boolean },
  ): Statement<T>;
}

export function createSql(executor: Executor): Sql {
  const tag = (first: unknown, ...params: readonly unknown[]): unknown =>
    isTemplate(first) ? new Statement(first, params, { executor, isPrepared: true }) : findHelper(first);
  return Object.assign(tag, {
    json: (value: object | string | number | boolean | null) => new Json(value),
    unsafe: (text: string, values: readonly Value[] = [], { prepare = false } = {}) =>
      new Statement([text], [], { executor, isPrepared: prepare, values }),
  }) as Sql;
}

const isTemplate = (first: unknown): first is TemplateStringsArray =>
  Array.isArray(first) && Object.hasOwn(first, 'raw');
