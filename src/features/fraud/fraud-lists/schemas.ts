import * as z from 'zod/mini';
import { databaseId as listId, wholeNumber } from '#shared/whole-number.ts';
import { label } from '#shared/label.ts';
import { readOver } from '#shared/read-over.ts';
import {
  changeResult,
  day,
  fraudList,
  historyEntry,
  itemResult,
  listItem,
  rejectedRow,
} from './list-shapes.ts';
import { maxOffset } from '#shared/paging.ts';
import { type Upload, isUpload } from '#shared/upload.ts';
import { organisationId } from '#features/company/organisations/schemas.ts';
import { expiryUnits, sourceTypes, targetTypes } from './auto-add.ts';
import { exportFormats } from '#shared/export-formats.ts';
import { historySorts, itemSorts, listSorts } from './list-search.ts';
import { maxDescriptionLength, maxNameLength, maxRowLength, maxUpdateActions } from './list-item-rules.ts';

const itemId = wholeNumber(1);
const orgPath = z.object({ orgId: organisationId });
const listPath = z.object({ listId, orgId: organisationId });
const itemsPath = z.object({ listId });

/** 'yyyy-MM-dd', or empty for a value that never expires. The server reports a wrong one with its value. */
const typedDay = z.optional(z.string().check(z.maxLength(40)));
const typedValue = z.string().check(z.maxLength(maxRowLength));

const listName = label(maxNameLength);
const description = label(maxDescriptionLength);

const listPage = z.object({
  data: z.array(fraudList),
  resultsReturned: z.number(),
  resultsAvailable: z.number(),
});

/** The fields by their names in the query, 'sortField.field', which are not nested. */
const paging = {
  limit: z.optional(wholeNumber(1, 100)),
  /** From 1; 0 is read as 1. */
  startFrom: z.optional(wholeNumber(0, maxOffset)),
  'sortField.sort': z.optional(z.enum(['ASC', 'DESC'])),
};
/** The end of the day that is searched. */
const dayEnd = z.optional(z.iso.datetime({ offset: true }));
const searched = z.optional(z.string().check(z.trim(), z.maxLength(320)));

export const createList = {
  path: orgPath,
  body: z.object({
    name: listName,
    description,
    dataField: z.string().check(z.maxLength(40)),
    hotList: z.optional(z.boolean()),
  }),
  response: fraudList,
};

const newItem = readOver(
  {
    value: typedValue,
    source: z.optional(z.string().check(z.trim(), z.maxLength(200))),
    expiryDate: typedDay,
  },
  Object.keys(listItem.shape),
);
const oneItem = {
  path: itemsPath,
  body: z.object({ orgId: organisationId, uiListItemModel: newItem }),
  response: itemResult,
};
export const addListItem = oneItem;
/** `value` is the card's correlation id. What else the list shows of the card comes from its latest transaction. */
export const addCardListItem = oneItem;

export const addListItems = {
  path: itemsPath,
  body: z.object({
    orgId: organisationId,
    uiListItemModels: z.array(newItem).check(z.minLength(1), z.maxLength(maxUpdateActions)),
  }),
  response: z.array(itemResult),
};

export const removeListItem = {
  path: z.object({ listId, itemId, orgId: organisationId }),
  response: changeResult,
};

const identifiers = z.array(itemId).check(z.minLength(1), z.maxLength(maxUpdateActions));

export const removeListItems = {
  path: itemsPath,
  body: z.object({ orgId: organisationId, listItemIdentifiers: identifiers }),
  response: z.array(changeResult),
};

export const changeListItems = {
  body: z.object({
    orgId: organisationId,
    listItems: z
      .array(z.object({ itemIdentifier: itemId, expiryDate: typedDay }))
      .check(z.minLength(1), z.maxLength(maxUpdateActions)),
  }),
  response: z.array(changeResult),
};

export const uploadListItems = {
  path: listPath,
  /** Form field `file`; with the field `expiryDate` the values expire; with `check` nothing is added. */
  body: z.custom<Upload>(isUpload),
  response: z.object({
    totalItemsCount: z.number(),
    addedItemsCount: z.number(),
    errorUiItemsModelList: z.array(rejectedRow),
    /** In a check: the number of new values that may have lost a leading zero. */
    lostZerosCount: z.optional(z.number()),
  }),
};

/** The edited list: what a client has read of it may come back. */
export const editList = {
  path: z.object({ listId, editAction: z.enum(['UPDATE', 'DELETE']), orgId: organisationId }),
  body: readOver(
    {
      name: z.optional(listName),
      description: z.optional(label(maxDescriptionLength, 0)),
      hotList: z.optional(z.boolean()),
    },
    Object.keys(fraudList.shape),
  ),
  response: fraudList,
};

export const activateList = { path: listPath, body: z.boolean(), response: fraudList };

export const getList = { path: listPath, response: fraudList };

const itemSearch = {
  path: listPath,
  query: z.object({
    ...paging,
    'sortField.field': z.optional(z.enum(itemSorts)),
    'listItemSearch.value': searched,
    'listItemSearch.source': searched,
    'listItemSearch.addedDate': dayEnd,
    'listItemSearch.expiryDate': z.optional(day),
    'listItemSearch.maskedPan': searched,
  }),
  response: z.object({
    data: z.array(listItem),
    resultsReturned: z.number(),
    resultsAvailable: z.number(),
  }),
};
export const getListItems = itemSearch;
export const getCardListItems = itemSearch;

export const getRemainingValues = { path: listPath, response: z.array(z.string()) };

export const getListDataFields = {
  path: orgPath,
  /** `displayName` of custom fields. */
  response: z.array(z.object({ dataField: z.string(), displayName: z.optional(z.string()) })),
};

export const searchParameterLists = {
  path: orgPath,
  query: z.object({
    ...paging,
    'sortField.field': z.optional(z.enum(listSorts)),
    'listSearch.hotList': z.optional(z.enum(['true', 'false'])),
    'listSearch.name': searched,
    'listSearch.fieldType': searched,
    'listSearch.lastUpdatedTime': dayEnd,
  }),
  response: listPage,
};

const names = {
  path: orgPath,
  response: z.array(
    z.object({
      listId: z.number(),
      name: z.string(),
      dataField: z.string(),
      active: z.boolean(),
    }),
  ),
};
export type ListName = z.output<typeof names.response>[number];
export const getParameterLists = names;
export const getBlockLists = names;
export const getAllowLists = names;

const extended = { path: orgPath, response: listPage };
export const getExtendedBlockLists = extended;
export const getExtendedAllowLists = extended;

export const getLinkedRules = {
  path: listPath,
  response: z.array(
    z.object({ ruleIdentifier: z.number(), name: z.string(), ruleType: z.string(), active: z.boolean() }),
  ),
};

const historyFilter = {
  'sortField.field': z.optional(z.enum(historySorts)),
  'sortField.sort': paging['sortField.sort'],
  'listAuditSearch.fromDate': dayEnd,
  'listAuditSearch.toDate': dayEnd,
  'listAuditSearch.maskedPan': searched,
  'listAuditSearch.value': searched,
  'listAuditSearch.source': searched,
  'listAuditSearch.date': dayEnd,
  'listAuditSearch.user': searched,
  'listAuditSearch.expiryDate': z.optional(day),
};

export const getListHistory = {
  path: listPath,
  query: z.object({ ...paging, ...historyFilter }),
  response: z.object({
    data: z.array(historyEntry),
    resultsReturned: z.number(),
    resultsAvailable: z.number(),
  }),
};

const file = { format: z.enum(exportFormats), timezone: z.optional(z.string().check(z.maxLength(60))) };

export const exportListItems = { path: listPath, query: z.object(file), response: z.string() };

export const exportListHistory = {
  path: listPath,
  query: z.object({ ...file, ...historyFilter }),
  response: z.string(),
};

const autoAdd = {
  sourceTypes: z.array(z.enum(Object.keys(sourceTypes) as (keyof typeof sourceTypes)[])),
  targetTypes: z.array(z.enum(Object.keys(targetTypes) as (keyof typeof targetTypes)[])),
  active: z.boolean(),
  /** Null: the added values expire with the value that matched. */
  expiry: z.nullable(
    z.object({ value: z.int().check(z.positive()), expiryPeriodicity: z.enum(expiryUnits) }),
  ),
};

export const getAutoAdd = { path: orgPath, response: z.object(autoAdd) };
export const saveAutoAdd = { path: orgPath, body: z.object(autoAdd), response: z.object(autoAdd) };
