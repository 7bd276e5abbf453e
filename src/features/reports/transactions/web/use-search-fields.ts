import { useMemo } from 'react';
import { offeredSearchFields, type SearchField } from '#features/record/reporting/filters/search-field.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { mayPass } from '#web/session/session.ts';
import { startupConfig } from '#web/startup-config.ts';

/** The fields that the user may search by (docs/domain.md#search). */
export function useSearchFields(): SearchField[] {
  const session = useSignedIn();
  return useMemo(
    () =>
      offeredSearchFields({
        isWarehouse: startupConfig().tqsDataSourceDwEnabled === 'true',
        may: (...permissions) => mayPass(session, { kind: 'ANY', permissions }),
      }),
    [session],
  );
}
