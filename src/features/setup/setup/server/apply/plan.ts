import { createHash } from 'node:crypto';

type Sign = '+' | '~' | '-' | '!';

/** The additions, changes and removals of a run, with a line for each object. */
export class Plan {
  readonly lines: string[] = [];
  readonly #counts = { '+': 0, '~': 0, '-': 0, '!': 0 };
  readonly #states: unknown[] = [];

  add(kind: string, key: string, text: string): void {
    this.#line('+', kind, key, text);
  }

  change(kind: string, key: string, text: string): void {
    this.#line('~', kind, key, text);
  }

  remove(kind: string, key: string, text: string): void {
    this.#line('-', kind, key, text);
  }

  /** An object that stays although the file does not name it. */
  keep(kind: string, key: string, reason = '(--prune removes)'): void {
    this.#line('!', kind, key, `no longer in the file: kept ${reason}`);
  }

  /** Steps that remain outside of the file. */
  remind(kind: string, key: string, text: string): void {
    this.#line('!', kind, key, text);
  }

  /** The state of an object before the run. */
  read(kind: string, key: string, state: unknown): void {
    this.#states.push([kind, key, state ?? null]);
  }

  get hasChanges(): boolean {
    return this.#counts['+'] + this.#counts['~'] + this.#counts['-'] > 0;
  }

  /** A hash of all data that the run has read. Another state has another hash. */
  get state(): string {
    return createHash('sha256').update(JSON.stringify(this.#states)).digest('hex').slice(0, 12);
  }

  summary(): string {
    if (!this.hasChanges) return 'No changes.';
    const { '+': added, '~': changed, '-': removed } = this.#counts;
    return `Plan: ${added} to add, ${changed} to change, ${removed} to remove. State ${this.state}`;
  }

  #line(sign: Sign, kind: string, key: string, text: string): void {
    this.#counts[sign]++;
    this.lines.push(`${sign} ${kind} ${key}  ${text}`);
  }
}

/**
 * `currencies: GBP → GBP, EUR`, for each field that differs. Empty without a difference. Of a long list only what is added
 * and removed: `grants: + Viewer at Shop 7; - Viewer at Shop 2`.
 */
export function describeChange(before: object, after: object): string {
  const old = before as Record<string, unknown>;
  return Object.entries(after)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
    .map(([name, value]) => `${name}: ${difference(old[name], value)}`)
    .join('; ');
}

const longestList = 6;

function difference(before: unknown, after: unknown): string {
  const [old, now] = [before, after].map((value) => (Array.isArray(value) ? value.map(describe) : []));
  if (old === undefined || now === undefined || Math.max(old.length, now.length) <= longestList)
    return `${describe(before)} → ${describe(after)}`;
  const parts = [
    ['+', now.filter((item) => !old.includes(item))],
    ['-', old.filter((item) => !now.includes(item))],
  ] as const;
  const text = parts
    .flatMap(([sign, items]) => (items.length > 0 ? [`${sign} ${firstOf(items)}`] : []))
    .join('; ');
  return text === '' ? 'another order' : text;
}

function firstOf(items: readonly string[]): string {
  const more = items.length - longestList;
  return more > 0 ? `${items.slice(0, longestList).join(', ')} and ${more} more` : items.join(', ');
}

const maxLines = 60;

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(describe).join(', ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (typeof value === 'object') return Object.values(value).map(describe).join(' ');
  const text = String(value);
  return text.length > maxLines ? `${text.slice(0, maxLines)}…` : text;
}

/** The fields of `input` over those of `before`. A field that the file leaves out does not change. */
export function merge<T extends object>(before: T, input: Partial<T>): T {
  const present = Object.entries(input).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(present) };
}
