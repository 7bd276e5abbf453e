import { hasIssuedCardNumber } from '#shared/card-number.ts';

/** Column filters, by field. */
export type ColumnFilters = Readonly<Record<string, string>>;

/** The same in an address: `filter.merch_ref=ORDER-1`. */
// Not an interface: it must be assignable to a record of strings.
// oxlint-disable-next-line typescript/consistent-type-definitions
export type FilterParams = {
  [name: `filter.${string}`]: string | undefined;
};

const pattern = /^filter\.(\w{1,64})$/;
const maxFilters = 60;
const maxLength = 320;

/**
 * Filter parameters of an address. `possibleFilters` drops those that the user cannot have once the metadata
 * are loaded.
 */
export function readFilterParams(raw: Readonly<Record<string, string | undefined>>): FilterParams {
  const parsed = Object.entries(raw).flatMap(([name, value]): [string, string][] => {
    const text = value?.trim() ?? '';
    const isAccepted = text !== '' && text.length <= maxLength && !hasIssuedCardNumber(text);
    return pattern.test(name) && isAccepted ? [[name, text]] : [];
  });
  return Object.fromEntries(parsed.slice(0, maxFilters));
}

export function readColumnFilters(params: object): ColumnFilters {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]): [string, string][] => {
      const field = pattern.exec(name)?.[1];
      return field !== undefined && typeof value === 'string' ? [[field, value]] : [];
    }),
  );
}

/** The same parameters with other filters, from the first page. */
export function withColumnFilters<Params extends { offset: number }>(
  params: Params,
  filters: ColumnFilters,
): Params {
  const otherParams = Object.entries(params).filter(([name]) => !pattern.test(name));
  return { ...(Object.fromEntries(otherParams) as Params), ...filterParams(filters), offset: 0 };
}

export function filterParams(filters: ColumnFilters): FilterParams {
  return Object.fromEntries(Object.entries(filters).map(([field, value]) => [`filter.${field}`, value]));
}
