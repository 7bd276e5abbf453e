import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { useSend } from '#web/call/use-call.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { editList } from '../../endpoints.ts';
import { maxDescriptionLength, maxNameLength } from '../../list-item-rules.ts';
import type { FraudList } from '../../list-shapes.ts';
import classes from '../fraud-lists.module.css';

interface Props {
  list: FraudList;
  isOpen: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Name, description and hot flag; of a block or allow list the description only. */
export function EditListDialog({ isOpen, ...props }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={t('fraud_lists.edit.title')}>
      {isOpen && <EditForm {...props} />}
    </Dialog>
  );
}

function EditForm({ list, onClose, onSaved }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const { organisation } = useSignedIn();
  const [draft, setDraft] = useState({
    name: list.name,
    description: list.description,
    hotList: list.hotList,
  });
  const send = useSend(editList, { isHandledHere: true });
  const isParameter = list.listType === 'parameterlist';
  const clean = { ...draft, name: draft.name.trim(), description: draft.description.trim() };
  const isChanged =
    clean.name !== list.name || clean.description !== list.description || clean.hotList !== list.hotList;
  const isComplete = !isParameter || (clean.name !== '' && clean.description !== '');
  async function save(): Promise<void> {
    const path = {
      listId: list.listId,
      editAction: 'UPDATE' as const,
      orgId: organisation.selectedParentOrgId,
    };
    const body = isParameter ? clean : { description: clean.description };
    const saved = await send.mutateAsync({ path, body }).catch(() => undefined);
    if (saved === undefined) return;
    onClose();
    onSaved();
  }
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && isComplete) void save();
      }}
      noValidate
    >
      {isParameter && (
        <TextField
          label={t('fraud_lists.column.name')}
          value={draft.name}
          maxLength={maxNameLength}
          error={clean.name === '' ? t('fraud_lists.name_missing') : undefined}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
      )}
      <TextAreaField
        label={t('fraud_lists.description')}
        value={draft.description}
        maxLength={maxDescriptionLength}
        error={isParameter && clean.description === '' ? t('fraud_lists.description_missing') : undefined}
        onChange={(event) => setDraft({ ...draft, description: event.currentTarget.value })}
      />
      {isParameter && (
        <SwitchField
          label={t('fraud_lists.hot')}
          help={t('fraud_lists.hot_help')}
          isOn={draft.hotList}
          onChange={(hotList) => setDraft({ ...draft, hotList })}
        />
      )}
      {send.error != null && (
        <Notice kind="failed" title={t('fraud_lists.edit.failed')}>
          {errorText(send.error.message)}
        </Notice>
      )}
      <div className={classes.actions}>
        <Button variant="default" onClick={onClose}>
          {texts.cancel}
        </Button>
        <Button type="submit" disabled={!isChanged || !isComplete} loading={send.isPending}>
          {t('fraud_lists.edit.save')}
        </Button>
      </div>
    </form>
  );
}
