/** Sort fields of the manager, of the editor and of the history, by their names in addresses and calls. */
export const listSorts = ['name', 'dataField', 'active', 'auditData.lastUpdatedTime'] as const;
export type ListSort = (typeof listSorts)[number];

export const itemSorts = ['value', 'source', 'addedDate', 'expiryDate', 'maskedPan'] as const;
export type ItemSort = (typeof itemSorts)[number];

export const historySorts = ['value', 'source', 'date', 'expiryDate', 'user'] as const;
export type HistorySort = (typeof historySorts)[number];

export const historyActions = [
  'CREATE',
  'ACTIVATE',
  'DEACTIVATE',
  'UPDATE',
  'ADD_ITEM',
  'REMOVE_ITEM',
  'UPDATE_ITEM',
  'HOTLIST_ENABLE',
  'HOTLIST_DISABLE',
] as const;
export type HistoryAction = (typeof historyActions)[number];

export type SortDirection = 'ASC' | 'DESC';
