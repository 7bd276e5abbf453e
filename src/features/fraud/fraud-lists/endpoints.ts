import { endpointsOf } from '#shared/define-endpoint.ts';
import {
  listPermissions,
  parameterListPermissions,
  standardListPermissions,
  historyPermissions,
  listEditPermissions,
  rulePermissions,
} from './list-permissions.ts';
import type * as schemas from './schemas.ts';

const defineEndpoint = endpointsOf<typeof schemas>();

const inPath = { organisation: 'orgId' } as const;
const inBody = { organisation: 'orgId', in: 'body' } as const;

const itemEditAuth = { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'], resource: inBody } as const;

export const createList = defineEndpoint({
  name: 'createList',
  summary: 'Creates a parameter list',
  route: 'POST /proxy/sync/rms/list/{orgId}',
  auth: { anyOf: ['P_EDIT_FRAUD_PARAMETER_LISTS'], feature: 'ERE', resource: inPath },
});

export const addListItem = defineEndpoint({
  name: 'addListItem',
  summary: 'Adds a value to a list, or changes the expiry of an existing value',
  route: 'POST /proxy/sync/rms/list/{listId}/listItem',
  auth: itemEditAuth,
});

export const addCardListItem = defineEndpoint({
  name: 'addCardListItem',
  summary: 'Adds a card of a transaction to a card list, or changes its expiry',
  route: 'POST /proxy/sync/rms/list/{listId}/cardListItem',
  auth: itemEditAuth,
});

export const addListItems = defineEndpoint({
  name: 'addListItems',
  summary: 'Adds values to a list, and reports for each whether it was added',
  route: 'POST /proxy/sync/rms/list/{listId}/listItems',
  auth: { ...itemEditAuth, feature: 'ERE' },
});

export const removeListItem = defineEndpoint({
  name: 'removeListItem',
  summary: 'Removes a value from a list',
  route: 'DELETE /proxy/sync/rms/list/{listId}/listItems/{itemId}/{orgId}',
  auth: { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'], resource: inPath },
});

export const removeListItems = defineEndpoint({
  name: 'removeListItems',
  summary: 'Removes values from a list, and reports for each whether it was removed',
  route: 'POST /proxy/sync/rms/list/{listId}/listItems/delete',
  auth: itemEditAuth,
});

export const changeListItems = defineEndpoint({
  name: 'changeListItems',
  summary: 'Sets or clears the expiry of values, and reports for each whether it was changed',
  route: 'PUT /proxy/sync/rms/list/listItems',
  auth: itemEditAuth,
});

export const uploadListItems = defineEndpoint({
  name: 'uploadListItems',
  summary: 'Adds the values of a CSV file, one a line, and reports rejected rows; or only checks the file',
  route: 'POST /proxy/sync/rms/list/{listId}/listItems/uploadItems/{orgId}',
  takesUpload: true,
  auth: { anyOf: ['P_EDIT_FRAUD_LIST_ITEMS'], feature: 'ERE', resource: inPath },
  rateLimit: { calls: 40, minutes: 10 },
});

export const editList = defineEndpoint({
  name: 'editList',
  summary: 'Changes name, description and hot flag of a list, or deletes an inactive one',
  route: 'PUT /proxy/sync/rms/list/{listId}/{editAction}/{orgId}',
  auth: { anyOf: listEditPermissions, resource: inPath },
});

export const activateList = defineEndpoint({
  name: 'activateList',
  summary: 'Activates a list, or deactivates it: rules and payments then treat it as empty',
  route: 'POST /proxy/sync/rms/list/{listId}/activate/{orgId}',
  auth: { anyOf: listEditPermissions, resource: inPath },
});

export const getList = defineEndpoint({
  name: 'getList',
  summary: 'One list, without its values',
  route: 'GET /proxy/sync/rms/list/id/{listId}/{orgId}',
  auth: { anyOf: listPermissions, resource: inPath },
});

export const getListItems = defineEndpoint({
  name: 'getListItems',
  summary: 'A page of the values of a list',
  route: 'GET /proxy/sync/rms/list/{listId}/listItems/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: listPermissions, resource: inPath },
});

export const getCardListItems = defineEndpoint({
  name: 'getCardListItems',
  summary: 'A page of the cards of a card list',
  route: 'GET /proxy/sync/rms/list/{listId}/cardListItems/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: listPermissions, resource: inPath },
});

export const getRemainingValues = defineEndpoint({
  name: 'getRemainingValues',
  summary: 'The predefined values that a list does not have yet',
  route: 'GET /proxy/sync/rms/list/{listId}/{orgId}/remainingPredefinedValues',
  auth: { anyOf: listPermissions, resource: inPath },
});

export const getListDataFields = defineEndpoint({
  name: 'getListDataFields',
  summary: 'The fields that an organisation can create lists for, its custom fields included',
  route: 'GET /proxy/sync/rms/list/dataFields/{orgId}',
  auth: { anyOf: listPermissions, resource: inPath },
});

export const searchParameterLists = defineEndpoint({
  name: 'searchParameterLists',
  summary: 'A page of the parameter lists of an organisation, with their numbers of values and rules',
  route: 'GET /proxy/sync/rms/list/extended/parameter/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: parameterListPermissions, resource: inPath },
});

export const getParameterLists = defineEndpoint({
  name: 'getParameterLists',
  summary: 'The parameter lists of an organisation',
  route: 'GET /proxy/sync/rms/list/parameter/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: parameterListPermissions, resource: inPath },
});

export const getBlockLists = defineEndpoint({
  name: 'getBlockLists',
  summary: 'The block lists of an organisation’s company',
  route: 'GET /proxy/sync/rms/list/blacklist/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: standardListPermissions, resource: inPath },
});

export const getAllowLists = defineEndpoint({
  name: 'getAllowLists',
  summary: 'The allow lists of an organisation’s company',
  route: 'GET /proxy/sync/rms/list/whitelist/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: standardListPermissions, resource: inPath },
});

export const getExtendedBlockLists = defineEndpoint({
  name: 'getExtendedBlockLists',
  summary: 'The block lists of an organisation’s company, with their numbers of values',
  route: 'GET /proxy/sync/rms/list/extended/blacklist/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: standardListPermissions, resource: inPath },
});

export const getExtendedAllowLists = defineEndpoint({
  name: 'getExtendedAllowLists',
  summary: 'The allow lists of an organisation’s company, with their numbers of values',
  route: 'GET /proxy/sync/rms/list/extended/whitelist/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: standardListPermissions, resource: inPath },
});

export const getLinkedRules = defineEndpoint({
  name: 'getLinkedRules',
  summary: 'The rules that refer to a list',
  route: 'GET /proxy/sync/rms/list/{listId}/linkedRules/{orgId}',
  auth: { anyOf: rulePermissions, resource: inPath },
});

export const getListHistory = defineEndpoint({
  name: 'getListHistory',
  summary: 'A page of the changes of a list and of its values',
  route: 'GET /proxy/sync/rms/list/audit/{listId}/{orgId}',
  refusesAsGrid: true,
  auth: { anyOf: historyPermissions, resource: inPath },
});

export const exportListItems = defineEndpoint({
  name: 'exportListItems',
  summary: 'The values of a list as a file: CSV or XLSX',
  route: 'GET /proxy/sync/rms/list/{listId}/listItems/export/{orgId}',
  auth: { anyOf: ['P_VIEW_FRAUD_LIST_ITEMS'], feature: 'ERE', resource: inPath },
  audited: 'every',
  rateLimit: { calls: 20, minutes: 10, countedAs: 'list-file' },
});

export const exportListHistory = defineEndpoint({
  name: 'exportListHistory',
  summary: 'The history of a list as a file: CSV or XLSX',
  route: 'GET /proxy/sync/rms/list/audit/{listId}/export/{orgId}',
  auth: { anyOf: historyPermissions, feature: 'ERE', resource: inPath },
  audited: 'every',
  rateLimit: { calls: 20, minutes: 10, countedAs: 'list-file' },
});

export const getAutoAdd = defineEndpoint({
  name: 'getAutoAdd',
  summary: 'The auto-add settings: blocked values of a payment that add its other values to the block lists',
  route: 'GET /proxy/sync/rms/autoAddToBlacklistsConfig/{orgId}',
  auth: { anyOf: ['P_VIEW_AUTO_ADD_TO_BLACKLIST_CONFIG'], resource: inPath },
});

export const saveAutoAdd = defineEndpoint({
  name: 'saveAutoAdd',
  summary: 'Changes the auto-add settings of the block lists',
  route: 'PUT /proxy/sync/rms/autoAddToBlacklistsConfig/edit/{orgId}',
  auth: { anyOf: ['P_EDIT_AUTO_ADD_TO_BLACKLIST_CONFIG'], resource: inPath },
});
