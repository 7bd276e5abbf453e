import { ActionIcon } from '@mantine/core';
import { IconPencil, IconPinned, IconPinnedOff, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#ui/overlay/dialog.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { releaseUnsavedForms } from '#web/form/unsaved-forms.ts';
import { paths } from '#web/paths.ts';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { TransactionView } from '../schemas.ts';
import { DeleteViewDialog, ViewDialog } from './view-dialogs.tsx';
import classes from './views.module.css';

interface Props {
  orgId: number;
  views: readonly TransactionView[];
  failure: CallFailure | undefined;
  onPin: (view: TransactionView) => void;
  onChanged: () => void;
  onDeleted: (view: TransactionView) => void;
  onClose: () => void;
}

/** All views that the user sees: what each is used for, and what can be done with it. */
export function ManageViewsDialog({ orgId, views, failure, onPin, onChanged, onDeleted, onClose }: Props) {
  const { t } = useTranslation();
  const [step, setStep] = useState<{ name: 'edit' | 'delete'; view: TransactionView }>();
  const back = (): void => {
    releaseUnsavedForms();
    setStep(undefined);
  };
  if (step?.name === 'edit')
    return (
      <ViewDialog
        orgId={orgId}
        view={step.view}
        content={step.view}
        onSaved={() => {
          onChanged();
          back();
        }}
        onClose={back}
      />
    );
  if (step?.name === 'delete')
    return (
      <DeleteViewDialog
        orgId={orgId}
        view={step.view}
        onDeleted={() => {
          onChanged();
          onDeleted(step.view);
          back();
        }}
        onClose={back}
      />
    );
  return (
    <Dialog isOpen onClose={onClose} title={t('views.manage_title')}>
      <div className="stack">
        <FailureNotice failure={failure} />
        <ul className="plain-list" aria-label={t('views.manage_title')}>
          {views.map((view) => (
            <ManagedView
              key={view.id}
              view={view}
              onPin={() => onPin(view)}
              onStep={(name) => setStep({ name, view })}
            />
          ))}
        </ul>
      </div>
    </Dialog>
  );
}

interface ManagedProps {
  view: TransactionView;
  onPin: () => void;
  onStep: (name: 'edit' | 'delete') => void;
}

function ManagedView({ view, onPin, onStep }: ManagedProps) {
  const { t } = useTranslation();
  const { name, isPinned, isOwn, isShared, schedules } = view;
  const pinText = t(isPinned ? 'views.unpin' : 'views.pin');
  return (
    <li className="boxed-item">
      <div>
        <p className="boxed-item-name">{name}</p>
        <p className="quiet-text">
          {[
            isOwn
              ? t(isShared ? 'views.shared' : 'views.private')
              : t('views.shared_by', { name: view.ownerName }),
            ...(isPinned ? [t('views.pinned_state')] : []),
            view.organisationName,
          ].join(' · ')}
          {schedules > 0 && (
            <>
              {' · '}
              <Link {...paths.scheduledFiles()}>{t('views.schedules', { count: schedules })}</Link>
            </>
          )}
        </p>
      </div>
      <div className={classes.managed}>
        <ActionIcon variant="default" aria-label={`${pinText}: ${name}`} title={pinText} onClick={onPin}>
          {isPinned ? <IconPinnedOff size={16} aria-hidden /> : <IconPinned size={16} aria-hidden />}
        </ActionIcon>
        {isOwn && (
          <ActionIcon
            variant="default"
            aria-label={`${t('views.edit')}: ${name}`}
            title={t('views.edit')}
            onClick={() => onStep('edit')}
          >
            <IconPencil size={16} aria-hidden />
          </ActionIcon>
        )}
        {view.mayDelete && (
          <ActionIcon
            variant="default"
            aria-label={`${t('views.delete')}: ${name}`}
            title={t('views.delete')}
            onClick={() => onStep('delete')}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        )}
      </div>
    </li>
  );
}
