/** Views of one user in a company, and shared ones of a company (docs/domain.md#views). */
export const maxOwnViews = 100;
export const maxSharedViews = 200;
/** Views in the menu of one user. */
export const maxPinned = 10;
export const maxViewName = 80;
/** Counts in the menu end here: '999+'. */
export const maxViewCount = 1000;
