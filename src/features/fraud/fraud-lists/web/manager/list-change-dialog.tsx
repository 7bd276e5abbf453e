import { useState } from 'react';
import { measureListRemoval } from '#features/fraud/fraud-impact/endpoints.ts';
import { ListRemovalImpact, needsCheck } from '#features/fraud/fraud-rules/web/impact/list-removal.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useLastShown } from '#ui/overlay/use-last-shown.ts';
import { ResultDialog } from '#ui/overlay/result-dialog.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { activateList, editList } from '../../endpoints.ts';
import type { FraudList } from '../../list-shapes.ts';
import { useListLabels } from '../use-list-labels.ts';

export interface ListChange {
  list: FraudList;
  action: 'activate' | 'deactivate' | 'delete';
}

interface Props {
  change: ListChange | undefined;
  onClose: () => void;
  /** After success and after closing a failure: the page is read again. */
  onChanged: (change: ListChange) => void;
}

/** Confirms a change of a list's status, and shows when it failed. */
export function ListChangeDialog({ change, onClose, onChanged }: Props) {
  const { t } = useTranslation();
  const labels = useListLabels();
  const { organisation } = useSignedIn();
  const activate = useSend(activateList, { handlesOwnErrors: true });
  const edit = useSend(editList, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  const [checkedList, setCheckedList] = useState<number>();
  const removal = useRemoval(change);
  const last = useLastShown(change);
  if (last === undefined) return null;
  const { list, action } = last;
  const name = labels.name(list);
  async function confirm(): Promise<void> {
    const path = { listId: list.listId, orgId: organisation.selectedParentOrgId };
    try {
      if (action === 'delete') await edit.mutateAsync({ path: { ...path, editAction: 'DELETE' }, body: {} });
      else await activate.mutateAsync({ path, body: action === 'activate' });
      onClose();
      onChanged({ list, action });
    } catch (error) {
      onClose();
      setFailure(error as CallFailure);
    }
  }
  return (
    <>
      <ConfirmDialog
        isOpen={change !== undefined}
        title={t(`fraud_lists.${action}_title`, { name })}
        confirmLabel={t(`fraud_lists.${action}_confirm`)}
        isDangerous={action !== 'activate'}
        isConfirmDisabled={
          removal === 'measuring' ||
          (removal !== undefined && needsCheck(removal) && checkedList !== list.listId)
        }
        onConfirm={confirm}
        onCancel={onClose}
      >
        <p>{t(`fraud_lists.${action}_text`)}</p>
        {action === 'deactivate' && list.activeRulesCount > 0 && (
          <Notice kind="pending">
            {t('fraud_lists.deactivate_rules', {
              count: list.activeRulesCount,
              number: labels.number(list.activeRulesCount),
            })}
          </Notice>
        )}
        {removal !== undefined && (
          <ListRemovalImpact
            removal={removal}
            isChecked={checkedList === list.listId}
            onCheck={(isChecked) => setCheckedList(isChecked ? list.listId : undefined)}
          />
        )}
      </ConfirmDialog>
      <ResultDialog
        isOpen={failure !== undefined}
        kind="error"
        title={t(`fraud_lists.${action}_failed`, { name })}
        requestId={failure?.requestId}
        onClose={() => {
          setFailure(undefined);
          onChanged({ list, action });
        }}
      >
        <p>{errorText(failure?.message ?? '')}</p>
      </ResultDialog>
    </>
  );
}

/** What active rules would do without the list; undefined where none of them depends on it. */
function useRemoval(change: ListChange | undefined) {
  const { organisation, features } = useSignedIn();
  const isAsked =
    change !== undefined &&
    change.action !== 'activate' &&
    change.list.activeRulesCount > 0 &&
    features.includes('ERE');
  const measured = useCall(
    measureListRemoval,
    { path: { listId: change?.list.listId ?? 0, orgId: organisation.selectedParentOrgId } },
    { enabled: isAsked, handlesOwnErrors: true, retry: false, refetchOnWindowFocus: false },
  );
  if (!isAsked) return undefined;
  return measured.isError ? 'failed' : (measured.data ?? 'measuring');
}
