import type { SearchRequest } from '../../endpoints.ts';

/** People type secrets into the wrong box: only ids, words, dates and times are repeated (docs/decisions/0017). */
const plain = /^([-\w]{1,20}|\d{4}-\d\d-\d\d(T[\d:.+Z-]{1,20})?)$/;
const maxValues = 20;

/** What an export was narrowed to, as the audit may keep it. */
export function filterForAudit({ fields, orgIds }: SearchRequest): Record<string, unknown> {
  const filters = fields.flatMap(({ field, filter }) => {
    if (!filter) return [];
    const values = (filter.value ?? []).map(String);
    const told = values.slice(0, maxValues).map((value) => (plain.test(value) ? value : '…'));
    return [[field, filter.operation, ...told, ...(values.length > maxValues ? ['…'] : [])].join(' ')];
  });
  return { fields: filters, organisations: (orgIds ?? []).slice(0, maxValues) };
}
