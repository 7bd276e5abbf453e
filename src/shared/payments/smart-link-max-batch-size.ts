/** Maximum links per request, and lines of the page's CSV (docs/domain.md#smart-links). */
export const smartLinkMaxBatchSize = 100;
