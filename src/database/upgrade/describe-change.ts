import { splitAt } from './split-sql.ts';

/** Table locks of PostgreSQL that migrations take, the weakest first. */
export type Lock =
  | 'none'
  | 'ROW EXCLUSIVE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'SHARE'
  | 'SHARE ROW EXCLUSIVE'
  | 'ACCESS EXCLUSIVE';

/** What PostgreSQL does while it holds the lock. Only `instant` does not depend on the number of rows. */
export type Work = 'instant' | 'index' | 'validate' | 'rows' | 'rewrite';

/** One change of one table. A statement can make several. */
export interface Change {
  /** In words, without the table. */
  action: string;
  /** Undefined where the statement names none: of an index, a function, a right. */
  table: string | undefined;
  lock: Lock;
  work: Work;
  /** It is removed or changed, and an earlier program may use it. */
  removes: boolean;
  /** A text of the statement that the rules look at. */
  text: string;
}

/** Which statements of others wait while the lock is held, or waited for. */
export function blockedBy(lock: Lock): 'nothing' | 'writes' | 'reads and writes' {
  if (lock === 'ACCESS EXCLUSIVE') return 'reads and writes';
  return lock === 'SHARE' || lock === 'SHARE ROW EXCLUSIVE' ? 'writes' : 'nothing';
}

const name = '(?:public\\.)?"?([a-z_][\\w]*)"?';

interface Rule {
  pattern: RegExp;
  action: string;
  lock: Lock;
  work?: Work;
  removes?: boolean;
}

/** Statements other than `alter table`. The first group is the table. */
const statementRules: readonly Rule[] = [
  {
    pattern: new RegExp(`^create (?:unique )?index concurrently .*?\\bon (?:only )?${name}`),
    action: 'build an index concurrently',
    lock: 'SHARE UPDATE EXCLUSIVE',
    work: 'index',
  },
  {
    pattern: new RegExp(`^create (?:unique )?index .*?\\bon (?:only )?${name}`),
    action: 'build an index',
    lock: 'SHARE',
    work: 'index',
  },
  { pattern: /^drop index concurrently /, action: 'drop an index concurrently', lock: 'none' },
  { pattern: /^drop index /, action: 'drop an index', lock: 'ACCESS EXCLUSIVE' },
  {
    pattern: /^reindex .*concurrently /,
    action: 'rebuild an index concurrently',
    lock: 'none',
    work: 'index',
  },
  { pattern: /^create (?:unlogged )?table /, action: 'create a table', lock: 'none' },
  {
    pattern: new RegExp(`^drop table (?:if exists )?${name}`),
    action: 'drop the table',
    lock: 'ACCESS EXCLUSIVE',
    removes: true,
  },
  {
    pattern: new RegExp(`^truncate (?:table )?(?:only )?${name}`),
    action: 'empty the table',
    lock: 'ACCESS EXCLUSIVE',
    removes: true,
  },
  {
    pattern: new RegExp(`^lock (?:table )?(?:only )?${name}`),
    action: 'lock the table',
    lock: 'ACCESS EXCLUSIVE',
  },
  {
    pattern: new RegExp(`^(?:cluster|vacuum full) (?:verbose )?${name}`),
    action: 'rewrite the table',
    lock: 'ACCESS EXCLUSIVE',
    work: 'rewrite',
  },
  {
    pattern: new RegExp(`^(?:create(?: or replace)?|drop) (?:constraint )?trigger .*?\\bon ${name}`),
    action: 'change a trigger',
    lock: 'SHARE ROW EXCLUSIVE',
  },
  {
    pattern: new RegExp(`^(?:create|alter|drop) policy .*?\\bon ${name}`),
    action: 'change a policy',
    lock: 'ACCESS EXCLUSIVE',
  },
  {
    pattern: new RegExp(`^select enable_tenant_isolation\\('${name}'\\)`),
    action: 'separate companies',
    lock: 'ACCESS EXCLUSIVE',
  },
  {
    pattern: new RegExp(`^(?:with .*?)?\\b(?:update|delete from|insert into) (?:only )?${name}`),
    action: 'change rows',
    lock: 'ROW EXCLUSIVE',
    work: 'rows',
  },
  // A setting of a function changes no call of it.
  { pattern: /^alter function \w+\([^)]*\) set \w+ = /, action: 'set parameters', lock: 'none' },
  {
    pattern: /^(?:drop|alter) (?:function|view|type|sequence|schema|role) /,
    action: 'change an object',
    lock: 'none',
    removes: true,
  },
  { pattern: /^revoke /, action: 'take a right away', lock: 'none', removes: true },
  { pattern: /^do /, action: 'run a block', lock: 'none', work: 'rows' },
];

/** Actions of `alter table`, in this order. */
const actionRules: readonly Rule[] = [
  { pattern: /^rename /, action: 'rename', lock: 'ACCESS EXCLUSIVE', removes: true },
  {
    pattern: /^validate constraint /,
    action: 'validate a constraint',
    lock: 'SHARE UPDATE EXCLUSIVE',
    work: 'validate',
  },
  { pattern: /^drop constraint /, action: 'drop a constraint', lock: 'ACCESS EXCLUSIVE' },
  {
    pattern: /^add (?:constraint \S+ )?foreign key .* not valid$/,
    action: 'add an unvalidated foreign key',
    lock: 'SHARE ROW EXCLUSIVE',
  },
  {
    pattern: /^add (?:constraint \S+ )?foreign key /,
    action: 'add a foreign key',
    lock: 'SHARE ROW EXCLUSIVE',
    work: 'validate',
  },
  {
    pattern: /^add (?:constraint \S+ )?check .* not valid$/,
    action: 'add an unvalidated check',
    lock: 'ACCESS EXCLUSIVE',
  },
  {
    pattern: /^add (?:constraint \S+ )?check\b/,
    action: 'add a check',
    lock: 'ACCESS EXCLUSIVE',
    work: 'validate',
  },
  {
    pattern: /^add (?:constraint \S+ )?(?:unique|primary key) using index /,
    action: 'make an index a key',
    lock: 'ACCESS EXCLUSIVE',
  },
  {
    pattern: /^add (?:constraint \S+ )?(?:unique|primary key|exclude)\b/,
    action: 'add a key with its index',
    lock: 'ACCESS EXCLUSIVE',
    work: 'index',
  },
  { pattern: /^add /, action: 'add a column', lock: 'ACCESS EXCLUSIVE' },
  { pattern: /^drop /, action: 'drop a column', lock: 'ACCESS EXCLUSIVE', removes: true },
  {
    pattern: /^alter (?:column )?\S+ (?:set data )?type /,
    action: 'change the type of a column',
    lock: 'ACCESS EXCLUSIVE',
    work: 'rewrite',
    removes: true,
  },
  {
    pattern: /^alter (?:column )?\S+ set not null/,
    action: 'refuse nulls',
    lock: 'ACCESS EXCLUSIVE',
    work: 'validate',
  },
  { pattern: /^set \(/, action: 'set parameters', lock: 'SHARE UPDATE EXCLUSIVE' },
];

/** The changes that a statement makes, with their locks. Empty for one that locks no table: a function, a right, a comment. */
export function describeChanges(statement: string): Change[] {
  const text = normalise(statement);
  const altered = new RegExp(`^alter table (?:if exists )?(?:only )?${name} (.*)$`).exec(text);
  if (altered) {
    const [, table, actions = ''] = altered;
    return splitAt(actions, ',').map((action) => {
      const rule = actionRules.find(({ pattern }) => pattern.test(action));
      return toChange(rule ?? { pattern: /^/, action: 'alter', lock: 'ACCESS EXCLUSIVE' }, table, action);
    });
  }
  const rule = statementRules.find(({ pattern }) => pattern.test(text));
  return rule ? [toChange(rule, rule.pattern.exec(text)?.[1], text)] : [];
}

function toChange(
  { action, lock, work = 'instant', removes = false }: Rule,
  table: string | undefined,
  text: string,
): Change {
  const isRewritten = action === 'add a column' && hasVolatileDefault(text);
  return { action, table, lock, work: isRewritten ? 'rewrite' : work, removes, text };
}

/** In small letters and with single spaces, texts excepted. */
function normalise(statement: string): string {
  return statement
    .split(/('(?:[^']|'')*')/)
    .map((part, index) => (index % 2 === 0 ? part.toLowerCase().replaceAll(/\s+/g, ' ') : part))
    .join('')
    .trim();
}

/** Functions with one value for all rows: PostgreSQL stores it once. */
const stableFunctions =
  /^(?:now|transaction_timestamp|statement_timestamp|current_setting|pg_current_xact_id|array|cast|coalesce)$/;

/** A column whose value differs from row to row makes PostgreSQL write every row. */
function hasVolatileDefault(action: string): boolean {
  if (/\bgenerated\b/.test(action) || / (?:small|big)?serial\b/.test(action)) return true;
  const [, value = ''] = /\bdefault (.*)$/.exec(action.replaceAll(/'(?:[^']|'')*'/g, "''")) ?? [];
  const [own = ''] = value.split(/ (?:check|not null|null|unique|references|primary) ?/);
  return [...own.matchAll(/([a-z_]\w*) ?\(/g)].some(([, called = '']) => !stableFunctions.test(called));
}

/** The table that a statement creates. */
export function createdTable(statement: string): string | undefined {
  return new RegExp(`^create (?:unlogged )?table (?:if not exists )?${name}`).exec(normalise(statement))?.[1];
}

/** The index that a statement builds concurrently. */
export function concurrentIndex(statement: string): string | undefined {
  return new RegExp(`^create (?:unique )?index concurrently (?:if not exists )?${name} on`).exec(
    normalise(statement),
  )?.[1];
}
