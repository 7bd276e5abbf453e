const parameterView = ['P_VIEW_FRAUD_PARAMETER_LISTS', 'P_EDIT_FRAUD_PARAMETER_LISTS'] as const;
const standardView = [
  'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS',
  'P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS',
] as const;
const itemView = ['P_VIEW_FRAUD_LIST_ITEMS', 'P_EDIT_FRAUD_LIST_ITEMS'] as const;

/** Any of them opens the lists and the editor (docs/domain.md#fraud-lists). */
export const listPermissions = [...parameterView, ...standardView, ...itemView] as const;
/** The screen of block and allow lists. */
export const standardListScreenPermissions = standardView;
/** Which lists a caller sees. */
export const parameterListPermissions = [...parameterView, ...itemView] as const;
export const standardListPermissions = [...standardView, ...itemView] as const;
export const historyPermissions = [
  'P_VIEW_FRAUD_PARAMETER_LISTS',
  'P_VIEW_FRAUD_NEGATIVE_POSITIVE_LISTS',
] as const;
export const listEditPermissions = [
  'P_EDIT_FRAUD_PARAMETER_LISTS',
  'P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS',
] as const;
export const rulePermissions = ['P_VIEW_FRAUD_RULES', 'P_EDIT_FRAUD_RULES'] as const;
