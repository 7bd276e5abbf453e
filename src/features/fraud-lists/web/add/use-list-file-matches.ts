import { countListFileMatches } from '#features/fraud-impact/endpoints.ts';
import { useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { FraudList } from '../../list-shapes.ts';
import { useListWords } from '../use-list-words.ts';

/** Whether adding values acts on payments at once. */
const isInUse = ({ active, listType, activeRulesCount }: FraudList): boolean =>
  active && (listType === 'negativeList' || activeRulesCount > 0);

/** How many accepted payments have a value of a file, in words; undefined before it is known. */
export function useListFileMatches(list: FraudList) {
  const { t } = useTranslation();
  const words = useListWords();
  const { organisation } = useSignedIn();
  const send = useSend(countListFileMatches, { isHandledHere: true });
  const { payments, hasMore = false, days } = send.data ?? {};
  return {
    matches:
      payments === undefined
        ? undefined
        : t(`fraud_lists.upload.${hasMore ? 'matches_more' : 'matches'}`, {
            number: words.number(payments),
            days,
          }),
    reset: send.reset,
    /** Adding does not wait for the number, and works without it. */
    async count(file: File): Promise<void> {
      if (!isInUse(list)) return;
      const form = new FormData();
      form.set('file', file);
      const path = { listId: list.listId, orgId: organisation.selectedParentOrgId };
      await send.mutateAsync({ path, body: form }).catch(() => undefined);
    },
  };
}
