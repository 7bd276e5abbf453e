/** Links that one request may make; as many lines as the page's own CSV has at most (domain §1.14). */
export const smartLinkMaxBatchSize = 100;
