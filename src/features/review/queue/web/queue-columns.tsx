import { IconCircleDashed, IconPlayerPause } from '@tabler/icons-react';
import type { GridColumn } from '#ui/grid/grid-column.ts';
import type { GridFilter } from '#ui/grid/filter-text.ts';
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
import type { QueueLabels } from './use-queue-labels.ts';
import { CustomerLink } from '#web/links/customer-link.tsx';
import type { GridFilters } from '#ui/grid/filter-row.tsx';

/** Sort field and filter of a column, as the address names them. */
interface InAddress {
  sort?: TaskSort;
  filter?: keyof ColumnSearch;
}

/** By the id of a column. */
const columnAddress: Readonly<Record<string, InAddress>> = {
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
const failureText = (task: TaskView, labels: QueueLabels): string =>
  labels.t('queue.failed_because', {
    what: labels.status(task.status),
    why: labels.reason(task.reasonCode, task),
  });

type TaskColumn = GridColumn<TaskView>;

/** The amount of a task. Nothing has moved before its decision, so no amount is quiet. */
export const moneyOf = (task: TaskView): TransactionMoney => ({
  requested: task.transactionAmount,
  currency: task.transactionCurrencyCode,
  type: task.transactionTypeCategory,
});

/** The columns of the queue. What a task is comes first, ids last (docs/decisions/0090). */
export function queueColumns(labels: QueueLabels, hasRules: boolean): TaskColumn[] {
  return [
    ...amountColumns(labels),
    ...stateColumns(labels),
    ...paymentColumns(labels, hasRules),
    ...reviewColumns(labels),
    ...originColumns(labels),
    ...idColumns(labels),
  ];
}

const column = ({ t }: QueueLabels, id: string, width: number) => ({
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

const amountColumns = (labels: QueueLabels): TaskColumn[] => [
  {
    ...column(labels, 'amount', 120),
    ...moneyColumn(labels.locale, moneyOf),
    isPinned: true,
    isAlwaysShown: true,
    filter: { kind: 'decimal' },
    card: 'title',
  },
];

/** The status, and what happens to the payment without a decision. */
const stateColumns = (labels: QueueLabels): TaskColumn[] => [
  {
    ...column(labels, 'status', 150),
    isWhole: 'badge',
    filter: choices(statusChoices, labels.status),
    card: 'status',
    text: ({ status }) => labels.status(status),
    cell: (task) => <TaskStatus task={task} labels={labels} />,
    hint: (task) => (isFailed(task) ? failureText(task, labels) : undefined),
  },
  {
    ...column(labels, 'decides', 230),
    card: 'time',
    text: labels.decides,
    hint: ({ nextCheckAt }) => (nextCheckAt === null ? undefined : labels.times.long(nextCheckAt)),
  },
];

/** The payment, and the rules that deferred it where the user may see rules. */
const paymentColumns = (labels: QueueLabels, hasRules: boolean): TaskColumn[] => [
  {
    ...column(labels, 'customer', 220),
    filter: { kind: 'text', findsParts: true },
    card: 'subtitle',
    text: ({ customerEmail }) => customerEmail ?? '',
    cell: ({ customerEmail, transactionId }) => (
      <CustomerLink transactionId={transactionId} isInCell>
        {customerEmail}
      </CustomerLink>
    ),
  },
  {
    ...column(labels, 'type', 110),
    filter: choices(taskTypes, labels.type),
    text: ({ transactionTypeCategory }) => labels.type(transactionTypeCategory),
  },
  ...(hasRules
    ? [{ ...column(labels, 'rule', 180), text: ({ ruleNames }: TaskView) => labels.list(ruleNames) }]
    : []),
  {
    ...column(labels, 'time', 160),
    ...timeColumn(labels.times, ({ transactionTime }: TaskView) => transactionTime),
    filter: { kind: 'date' },
  },
];

const reviewColumns = (labels: QueueLabels): TaskColumn[] => [
  {
    ...column(labels, 'assignee', 160),
    filter: { kind: 'text', findsParts: true, maxLength: 254 },
    text: (task) => assigneeText(task, labels),
    cell: (task) => (
      <span className={task.assignee === null ? classes.muted : classes.assignee}>
        {assigneeText(task, labels)}
      </span>
    ),
    hint: ({ assignee }) => assignee ?? undefined,
  },
  {
    ...column(labels, 'score', 90),
    align: 'end',
    isNumeric: true,
    filter: { kind: 'number', maxLength: 3 },
    text: ({ score }) => (score === null ? '' : String(score)),
  },
];

function originColumns(labels: QueueLabels): TaskColumn[] {
  const countries = [...labels.countryNames]
    .map(([value, label]) => ({ value, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return [
    {
      ...column(labels, 'country', 150),
      filter: { kind: 'choice', choices: countries },
      text: ({ cardIssuerCountryCode: code }) =>
        code === null ? '' : (labels.countryNames.get(code) ?? code),
    },
    {
      ...column(labels, 'ip', 150),
      isNumeric: true,
      filter: { kind: 'text', maxLength: 45 },
      text: ({ customerIpAddress }) => customerIpAddress ?? '',
    },
    {
      ...column(labels, 'source', 150),
      filter: choices(['CARD'], labels.source),
      text: ({ paymentSource }) => labels.source(paymentSource),
      cell: ({ paymentSource }) => (
        <span className={paymentSource === null ? classes.muted : ''}>{labels.source(paymentSource)}</span>
      ),
    },
    {
      ...column(labels, 'currency', 110),
      filter: { kind: 'text', maxLength: 3 },
      text: ({ transactionCurrencyCode }) => transactionCurrencyCode,
    },
  ];
}

const idColumns = (labels: QueueLabels): TaskColumn[] => [
  {
    ...column(labels, 'transaction', 190),
    isAlwaysShown: true,
    isNumeric: true,
    filter: { kind: 'number', maxLength: maxIdLength },
    text: ({ transactionId }) => transactionId,
  },
  {
    ...column(labels, 'task', 100),
    isNumeric: true,
    filter: { kind: 'number', maxLength: maxIdLength },
    text: ({ id }) => id,
  },
];

const tones: Readonly<Record<string, StatusTone>> = { NEW: 'info', ON_HOLD: 'neutral' };
const icons = { NEW: IconCircleDashed, ON_HOLD: IconPlayerPause };

/** The assignee, and who has the task open in review mode. */
function assigneeText({ assignee, claim }: TaskView, { t, user }: QueueLabels): string {
  const name = assignee === null ? t('queue.unassigned') : user(assignee);
  return claim ? `${name} · ${t('queue.reviewed_by', { who: claim.by })}` : name;
}

/** A failed status is a warning, with the reason. */
function TaskStatus({ task, labels }: { task: TaskView; labels: QueueLabels }) {
  const { status } = task;
  const icon = status === 'NEW' || status === 'ON_HOLD' ? { icon: icons[status] } : {};
  return (
    <>
      <StatusBadge
        tone={isFailed(task) ? 'warning' : (tones[status] ?? 'pending')}
        label={labels.status(status)}
        {...icon}
      />
      {isFailed(task) && <span className="visually-hidden">{failureText(task, labels)}</span>}
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
  const withoutFilters = Object.fromEntries(Object.keys(raw).map((name) => [name, undefined]));
  return { ...withoutFilters, ...readColumnSearch(raw) };
}
