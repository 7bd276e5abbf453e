import { useState } from 'react';
import { call } from '#web/call/call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { changeListItems, removeListItems } from '../../endpoints.ts';
import type { ListItem } from '../../list-shapes.ts';
import type { UpdateOutcome } from '../../update-queue.ts';
import { UpdateProgressDialog, useUpdates } from '../update-progress.tsx';
import type { ListLabels } from '../use-list-labels.ts';

export const itemLabel = (item: ListItem, dataField: string, labels: ListLabels): string =>
  item.maskedPan ?? labels.value(dataField, item.value);

/** Changes or removes values one by one, and reports each in a dialog. */
export function useItemUpdates(
  list: { listId: number; dataField: string },
  labels: ListLabels,
  onEnd: () => void,
) {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const { updates, run, cancel, forget } = useUpdates();
  const [kind, setKind] = useState<'expiry' | 'remove'>('remove');
  const orgId = organisation.selectedParentOrgId;

  async function change(
    next: 'expiry' | 'remove',
    items: readonly ListItem[],
    perform: (itemId: number) => Promise<UpdateOutcome>,
  ): Promise<void> {
    setKind(next);
    await run(
      items,
      (item) => itemLabel(item, list.dataField, labels),
      ({ itemId }) => perform(itemId),
    );
    onEnd();
  }
  return {
    dialog: (
      <UpdateProgressDialog
        updates={updates}
        title={t(`fraud_lists.progress.${kind}_title`)}
        onCancel={cancel}
        onClose={forget}
      />
    ),
    remove: (items: readonly ListItem[]) =>
      change('remove', items, async (itemId) => {
        const body = { orgId, listItemIdentifiers: [itemId] };
        const [result] = await call(removeListItems, { path: { listId: list.listId }, body });
        return { status: result?.responseStatus === 'REMOVED' ? 'done' : 'failed' };
      }),
    setExpiry: (items: readonly ListItem[], expiryDate: string) =>
      change('expiry', items, async (itemIdentifier) => {
        const body = { orgId, listItems: [{ itemIdentifier, expiryDate }] };
        const [result] = await call(changeListItems, { body });
        const isDone = result?.responseStatus === 'UPDATED';
        return isDone
          ? { status: 'done' }
          : { status: 'failed', note: labels.errors(result?.message ?? 'gone') };
      }),
  };
}
