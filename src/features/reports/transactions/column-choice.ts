import { covers } from '#shared/org-path.ts';
import type { Permission } from '#shared/permissions.ts';
import { type ScopedPermission, reaches } from '#shared/scoped-permission.ts';
import { isCustom } from '#features/record/reporting/fields/custom-columns.ts';
import { defaultColumns } from '#features/record/reporting/fields/transaction-fields.ts';

/** Stored columns of a user (docs/domain.md#column-choices), validated when read. */
interface SavedColumns {
  /** Columns beyond the default ones. */
  extra: unknown;
  order: unknown;
  /** Shown custom fields, stored per organisation. */
  custom: unknown;
}

/**
 * The listed columns with the organisation's custom fields under its own names. The same stored name has
 * another meaning in another company.
 */
export function mergeByField<Field extends { field: string; description: string }>(
  listed: readonly Field[],
  mappings: readonly { storedName: string; displayName: string }[],
): Field[] {
  const names = new Map(mappings.map(({ storedName, displayName }) => [storedName, displayName]));
  return listed.flatMap((column) => {
    if (!isCustom(column.field)) return [column];
    const description = names.get(column.field);
    return description === undefined ? [] : [{ ...column, description }];
  });
}

/** The default columns in list order: the identity of a row first, identifiers last (docs/decisions/0090). */
const listOrder: readonly (typeof defaultColumns)[number][] = [
  'requested_amount',
  'money_moved',
  'txn_status',
  'txn_type',
  'description',
  'merch_ref',
  'payment_product',
  'txn_datetime',
  'txn_id',
  'amount',
  'ccy_code',
];

/** The default columns that are offered. */
export function firstColumns(offered: ReadonlySet<string>): string[] {
  return listOrder.filter((column) => offered.has(column));
}

/**
 * The chosen columns in order; undefined without a choice, or when it contains a column that the user may not
 * see (docs/domain.md#column-choices).
 */
export function chosenColumns(saved: SavedColumns, offered: ReadonlySet<string>): string[] | undefined {
  const extra = namesIn(saved.extra ?? []);
  const order = namesIn(saved.order ?? []);
  const custom = namesIn(saved.custom ?? [])?.filter(isCustom);
  if (!extra || !order || !custom || ![...extra, ...custom].every((column) => offered.has(column)))
    return undefined;
  const ordered = order.filter((column) => !isCustom(column) || custom.includes(column));
  if (!ordered.every((column) => offered.has(column)) || !extra.every((column) => order.includes(column)))
    return undefined;
  const defaults: readonly string[] = defaultColumns;
  if (!ordered.every((column) => defaults.includes(column) || extra.includes(column) || isCustom(column)))
    return undefined;
  const all = [
    ...(order.length > 0 ? ordered : firstColumns(offered)),
    ...custom.filter((column) => !ordered.includes(column)),
  ];
  return all.length === 0 || (order.length === 0 && custom.length === 0) ? undefined : all;
}

/** The stored form of a choice. */
export function savedColumns(columns: readonly string[]): {
  extra: string[];
  order: string[];
  custom: string[];
} {
  const defaults: readonly string[] = defaultColumns;
  return {
    extra: columns.filter((column) => !defaults.includes(column) && !isCustom(column)),
    order: [...columns],
    custom: columns.filter(isCustom),
  };
}

function namesIn(value: unknown): string[] | undefined {
  if (!Array.isArray(value) || value.length > 300) return undefined;
  const names = value.filter((name): name is string => typeof name === 'string');
  return names.length === value.length && new Set(names).size === names.length ? names : undefined;
}

/**
 * Whether a permission of the column reaches the organisation at `path` or a descendant. One held elsewhere
 * only would make the server reject the whole request.
 */
export const isHeldUnder = (
  path: string,
  held: readonly ScopedPermission[],
  needs: readonly Permission[] | undefined,
): boolean =>
  needs === undefined ||
  held.some((grant) => needs.includes(grant.name) && (reaches(grant, path) || covers(path, grant.scope)));
