import { isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';

/** Whether "Add to lists" has a list to add to (docs/domain.md#add-to-lists). */
export function useMayAddToLists(): boolean {
  const session = useSignedIn();
  return (
    isAllowed(session, { allOf: ['P_EDIT_FRAUD_LIST_ITEMS'] }) &&
    isAllowed(session, { anyOf: ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS', 'P_EDIT_FRAUD_PARAMETER_LISTS'] })
  );
}
