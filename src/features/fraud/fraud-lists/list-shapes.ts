import * as z from 'zod/mini';
import { isCalendarDay } from '#shared/calendar-day.ts';
import { rowErrors, valueErrors } from './list-item-rules.ts';
import { historyActions } from './list-search.ts';
import { listTypes } from './standard-lists.ts';

const text = z.nullable(z.string());
export const day = z.string().check(z.refine(isCalendarDay));

export const fraudList = z.object({
  listId: z.number(),
  listType: z.enum(listTypes),
  name: z.string(),
  description: z.string(),
  active: z.boolean(),
  dataField: z.string(),
  /** The display name of a custom field. */
  dataFieldName: z.optional(z.string()),
  orgId: z.number(),
  orgName: z.string(),
  hidden: z.boolean(),
  hotList: z.boolean(),
  itemCount: z.number(),
  /** How many of them have expired. Missing in the response to a change. */
  expiredCount: z.optional(z.number()),
  /** Rules that refer to it, and how many of them are active. */
  rulesCount: z.number(),
  activeRulesCount: z.number(),
  auditData: z.object({
    lastUpdatedBy: z.string(),
    lastUpdatedTime: z.string(),
    creationTime: z.string(),
    createdBy: z.string(),
    lastAction: z.string(),
  }),
});
export type FraudList = z.output<typeof fraudList>;

const card = {
  maskedPan: text,
  cardIssuerName: text,
  cardBrand: text,
  cardScheme: text,
  cardUsageType: text,
  cardIssuerCountryCode: text,
};

export const listItem = z.object({
  itemId: z.number(),
  value: z.string(),
  source: z.string(),
  listItemType: z.enum(['SimpleListItem', 'CardListItem']),
  addedDate: z.string(),
  /** Missing: it never expires. */
  expiryDate: z.optional(day),
  ...card,
});
export type ListItem = z.output<typeof listItem>;

const itemStatuses = [
  'ADDED',
  'UPDATED',
  'duplicate_list_item',
  'INVALID_LIST_ITEM_ERROR',
  'INVALID_LIST_ITEM_IDENTIFIER',
] as const;

export const itemResult = z.object({
  responseStatus: z.enum(itemStatuses),
  /** Errors of the value and of its expiry, separated by '|'. */
  message: z.optional(z.string()),
  uiListItemModel: z.object({ value: z.string() }),
});
export type ItemResult = z.output<typeof itemResult>;

const changeStatuses = [
  'UPDATED',
  'REMOVED',
  'INVALID_LIST_ITEM_ERROR',
  'INVALID_LIST_ITEM_IDENTIFIER',
] as const;
export const changeResult = z.object({
  itemIdentifier: z.number(),
  responseStatus: z.enum(changeStatuses),
  message: z.optional(z.string()),
});
export type ItemChangeResult = z.output<typeof changeResult>;

/** A rejected row of a file. */
export const rejectedRow = z.object({
  /** From 1. */
  line: z.number(),
  /** As it is in the file, card numbers masked; readable text only. */
  value: z.string(),
  responseStatus: z.enum(['duplicate_list_item', 'INVALID_LIST_ITEM_ERROR']),
  error: z.optional(z.enum([...valueErrors, ...rowErrors])),
});
export type RejectedRow = z.output<typeof rejectedRow>;

export const historyEntry = z.object({
  entryId: z.number(),
  action: z.enum(historyActions),
  value: text,
  maskedPan: text,
  source: text,
  date: z.string(),
  user: z.string(),
  expiryDate: z.nullable(day),
});
export type HistoryEntry = z.output<typeof historyEntry>;
