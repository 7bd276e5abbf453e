/** Links that one request may make; as many lines as the page's own CSV has at most (docs/domain.md#smart-links). */
export const smartLinkMaxBatchSize = 100;
