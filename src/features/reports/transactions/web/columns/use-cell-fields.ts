import { useMemo } from 'react';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { cardFields } from '../transaction-card.tsx';

/** Fields that a cell shows beside its own: currency and sign of an amount, last digits of a card. */
const companions: Readonly<Record<string, readonly string[]>> = {
  requested_amount: ['ccy_code', 'txn_type', 'txn_status', 'amount'],
  payment_product: ['masked_pan'],
};

/** Fields that cells and phone cards need beyond the chosen columns, if the user may see them. */
export function useCellFields(
  columns: readonly string[],
  offered: ReadonlySet<string> | undefined,
): string[] {
  const isPhone = useIsPhone();
  return useMemo(() => {
    const needed = [...columns.flatMap((column) => companions[column] ?? []), ...(isPhone ? cardFields : [])];
    return needed.filter((field) => offered?.has(field));
  }, [isPhone, columns, offered]);
}

/** The same request for a file, with the chosen columns only. Fields that filter or sort stay. */
export function withoutFields(request: SearchRequest, columns: readonly string[]): SearchRequest {
  const fields = request.fields.filter(
    ({ field, filter, sort }) => columns.includes(field) || filter !== undefined || sort !== undefined,
  );
  return { ...request, fields };
}
