import { IconCircleDashed, IconPlayerPause } from '@tabler/icons-react';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { GridFilter } from '#ui/grid/filters/filter-text.ts';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { type TransactionMoney, moneyColumn } from '#web/format/money-column.ts';
import { timeColumn } from '#web/format/time-column.tsx';
import {
  type ColumnSearch,
  type TaskSort,
  maxIdLength,
  statusChoices,
  taskTypes,
  type QueueSearch,
  readColumnSearch,
} from '../queue-search.ts';
import { isFailed } from '../review.ts';
import type { TaskView } from '../schemas.ts';
import classes from './queue.module.css';
import type { QueueWords } from './use-queue-words.ts';
import type { GridFilters } from '#ui/grid/filters/filter-row.tsx';

/** Sort field and filter of a column, as the address names them. */
interface InAddress {
  sort?: TaskSort;
  filter?: keyof ColumnSearch;
}

/** By the id of a column. */
export const columnAddress: Readonly<Record<string, InAddress>> = {
  amount: { sort: 'transactionAmount', filter: 'transactionAmount' },
  currency: { sort: 'transactionCurrencyCode', filter: 'transactionCurrencyCode' },
  status: { sort: 'status', filter: 'statusSearch' },
  customer: { sort: 'customerEmail', filter: 'customerEmail' },
  type: { sort: 'taskFilter.transactionTypeCategory', filter: 'transactionType' },
  time: { sort: 'transactionTime', filter: 'transactionTime' },
  assignee: { sort: 'assignee', filter: 'assigneeSearch' },
  score: { sort: 'score', filter: 'score' },
  country: { sort: 'cardIssuerCountryCode', filter: 'cardIssuerCountryCode' },
  ip: { sort: 'customerIpAddress', filter: 'customerIpAddress' },
  source: { sort: 'paymentSource', filter: 'paymentSource' },
  transaction: { sort: 'transactionId', filter: 'transactionId' },
  task: { sort: 'id', filter: 'taskId' },
};

/** Why the last attempt failed; undefined for other tasks. */
const failureText = (task: TaskView, words: QueueWords): string =>
  words.t('queue.failed_because', {
    what: words.status(task.status),
    why: words.reason(task.reasonCode, task),
  });

type TaskColumn = GridColumn<TaskView>;

/** The amount of a task. Nothing has moved before its decision, so no amount is quiet. */
export const moneyOf = (task: TaskView): TransactionMoney => ({
  requested: task.transactionAmount,
  currency: task.transactionCurrencyCode,
  type: task.transactionTypeCategory,
});

/** The columns of the queue. What a task is comes first, ids last (docs/decisions/0090). */
export function queueColumns(words: QueueWords, hasRules: boolean): TaskColumn[] {
  return [
    ...amountColumns(words),
    ...stateColumns(words),
    ...paymentColumns(words, hasRules),
    ...reviewColumns(words),
    ...originColumns(words),
    ...idColumns(words),
  ];
}

const column = ({ t }: QueueWords, id: string, width: number) => ({
  id,
  width,
  minWidth: width,
  header: t(`queue.column.${id}`),
  isSortable: columnAddress[id]?.sort !== undefined,
});

const choices = (values: readonly string[], label: (value: string) => string): GridFilter => ({
  kind: 'choice',
  choices: values.map((value) => ({ value, label: label(value) })),
});

const amountColumns = (words: QueueWords): TaskColumn[] => [
  {
    ...column(words, 'amount', 120),
    ...moneyColumn(words.locale, moneyOf),
    isPinned: true,
    isAlwaysShown: true,
    filter: { kind: 'decimal' },
    card: 'title',
  },
];

/** The status, and what happens to the payment without a decision. */
const stateColumns = (words: QueueWords): TaskColumn[] => [
  {
    ...column(words, 'status', 150),
    isWhole: 'badge',
    filter: choices(statusChoices, words.status),
    card: 'status',
    text: ({ status }) => words.status(status),
    cell: (task) => <TaskStatus task={task} words={words} />,
    hint: (task) => (isFailed(task) ? failureText(task, words) : undefined),
  },
  {
    ...column(words, 'decides', 200),
    card: 'time',
    text: words.decides,
    hint: ({ decidesAt }) => words.times.long(decidesAt),
  },
];

/** The payment, and the rules that deferred it where the user may see rules. */
const paymentColumns = (words: QueueWords, hasRules: boolean): TaskColumn[] => [
  {
    ...column(words, 'customer', 220),
    filter: { kind: 'text', findsParts: true },
    card: 'subtitle',
    text: ({ customerEmail }) => customerEmail ?? '',
  },
  {
    ...column(words, 'type', 110),
    filter: choices(taskTypes, words.type),
    text: ({ transactionTypeCategory }) => words.type(transactionTypeCategory),
  },
  ...(hasRules
    ? [{ ...column(words, 'rule', 180), text: ({ ruleNames }: TaskView) => words.list(ruleNames) }]
    : []),
  {
    ...column(words, 'time', 160),
    ...timeColumn(words.times, ({ transactionTime }: TaskView) => transactionTime),
    filter: { kind: 'date' },
  },
];

const reviewColumns = (words: QueueWords): TaskColumn[] => [
  {
    ...column(words, 'assignee', 160),
    filter: { kind: 'text', maxLength: 254 },
    text: (task) => assigneeText(task, words),
    cell: (task) => (
      <span className={task.assignee === null ? classes.muted : classes.assignee}>
        {assigneeText(task, words)}
      </span>
    ),
    hint: ({ assignee }) => assignee ?? undefined,
  },
  {
    ...column(words, 'score', 90),
    align: 'end',
    isNumeric: true,
    filter: { kind: 'number', maxLength: 3 },
    text: ({ score }) => (score === null ? '' : String(score)),
  },
];

function originColumns(words: QueueWords): TaskColumn[] {
  const countries = [...words.countryNames]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return [
    {
      ...column(words, 'country', 150),
      filter: { kind: 'choice', choices: countries },
      text: ({ cardIssuerCountryCode: code }) =>
        code === null ? '' : (words.countryNames.get(code) ?? code),
    },
    {
      ...column(words, 'ip', 150),
      isNumeric: true,
      filter: { kind: 'text', maxLength: 45 },
      text: ({ customerIpAddress }) => customerIpAddress ?? '',
    },
    {
      ...column(words, 'source', 140),
      filter: choices(['CARD'], words.source),
      text: ({ paymentSource }) => words.source(paymentSource),
      cell: ({ paymentSource }) => (
        <span className={paymentSource === null ? classes.muted : ''}>{words.source(paymentSource)}</span>
      ),
    },
    {
      ...column(words, 'currency', 110),
      filter: { kind: 'text', maxLength: 3 },
      text: ({ transactionCurrencyCode }) => transactionCurrencyCode,
    },
  ];
}

const idColumns = (words: QueueWords): TaskColumn[] => [
  {
    ...column(words, 'transaction', 190),
    isAlwaysShown: true,
    isNumeric: true,
    filter: { kind: 'number', maxLength: maxIdLength },
    text: ({ transactionId }) => transactionId,
  },
  {
    ...column(words, 'task', 100),
    isNumeric: true,
    filter: { kind: 'number', maxLength: maxIdLength },
    text: ({ id }) => id,
  },
];

const tones: Readonly<Record<string, StatusTone>> = { NEW: 'info', ON_HOLD: 'neutral' };
const icons = { NEW: IconCircleDashed, ON_HOLD: IconPlayerPause };

/** The assignee, and who has the task open in review mode. */
function assigneeText({ assignee, claim }: TaskView, { t, user }: QueueWords): string {
  const name = assignee === null ? t('queue.unassigned') : user(assignee);
  return claim ? `${name} · ${t('queue.reviewed_by', { who: claim.by })}` : name;
}

/** A failed status is a warning, with the reason. */
function TaskStatus({ task, words }: { task: TaskView; words: QueueWords }) {
  const { status } = task;
  const icon = status === 'NEW' || status === 'ON_HOLD' ? { icon: icons[status] } : {};
  return (
    <>
      <StatusBadge
        tone={isFailed(task) ? 'warning' : (tones[status] ?? 'pending')}
        label={words.status(status)}
        {...icon}
      />
      {isFailed(task) && <span className="visually-hidden">{failureText(task, words)}</span>}
    </>
  );
}

export const sortColumn = ({ sortField }: QueueSearch): string =>
  Object.entries(columnAddress).find(([, { sort }]) => sort === sortField)?.[0] ?? 'time';

export const sortField = (column: string): TaskSort => columnAddress[column]?.sort ?? 'transactionTime';

/** The filters of the address by column. */
export function columnFilters(search: QueueSearch): GridFilters {
  const entries = Object.entries(columnAddress).flatMap(([id, { filter }]) => {
    const value = filter === undefined ? undefined : search[filter];
    return value === undefined ? [] : [[id, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The filters of columns as the address has them; one that was cleared is undefined. */
export function columnSearch(filters: GridFilters): Partial<QueueSearch> {
  const raw = Object.fromEntries(
    Object.entries(columnAddress).map(([id, { filter = '' }]) => [filter, filters[id]]),
  );
  const cleared = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
  return { ...cleared, ...readColumnSearch(raw) };
}
