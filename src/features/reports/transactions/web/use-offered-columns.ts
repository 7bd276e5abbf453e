import { useMemo } from 'react';
import { getCustomFieldMappings } from '#features/payments/custom-fields/endpoints.ts';
import { isCustom } from '#features/record/reporting/fields/custom-columns.ts';
import type { CustomNames } from '#features/record/reporting/web/column-labels.ts';
import { transactionField } from '#features/record/reporting/fields/transaction-fields.ts';
import { useCall } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useIsPhone } from '#ui/layout/use-is-phone.ts';
import type { SearchRequest } from '#features/record/reporting/search-schema.ts';
import { getMetadata } from '../endpoints.ts';
import { isHeldUnder, mergeByField } from '../column-choice.ts';
import { cardFields } from './transaction-card.tsx';

/**
 * Columns that the user may see under the selected organisation, with its custom fields
 * (docs/domain.md#column-choices).
 */
export function useOfferedColumns() {
  const { organisation, permissions } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const metadata = useCall(getMetadata, {}, { handlesOwnErrors: true });
  const mappings = useCall(getCustomFieldMappings, { path: { orgId } }, { handlesOwnErrors: true });
  const listed = metadata.data?.fields;
  const permittedFields = useMemo(() => {
    // Without the mappings, custom fields keep the metadata's names.
    if (listed === undefined || mappings.isPending) return undefined;
    return mappings.data === undefined ? listed : mergeByField(listed, mappings.data);
  }, [listed, mappings.isPending, mappings.data]);
  const path = organisation.selectedParentPath;
  const fields = useMemo(
    () =>
      permittedFields?.filter(({ field }) => isHeldUnder(path, permissions, transactionField(field)?.needs)),
    [permittedFields, path, permissions],
  );
  const permitted = useMemo(
    () => permittedFields && new Set(permittedFields.map(({ field }) => field)),
    [permittedFields],
  );
  const offered = useMemo(
    () => (fields === undefined ? undefined : new Set(fields.map(({ field }) => field))),
    [fields],
  );
  const custom = useMemo<CustomNames>(
    () =>
      new Map(
        (fields ?? [])
          .filter(({ field }) => isCustom(field))
          .map(({ field, description }) => [field, description]),
      ),
    [fields],
  );
  return {
    fields,
    /** Columns of the current organisation. */
    offered,
    /** Columns that the user holds anywhere and may have chosen. */
    permitted,
    custom,
    failure: metadata.error,
    isFetching: metadata.isFetching || mappings.isPending,
    /** Reloads failed metadata. Returns whether there were any. */
    retry: (): boolean => {
      if (metadata.isError) void metadata.refetch();
      return metadata.isError;
    },
  };
}

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
