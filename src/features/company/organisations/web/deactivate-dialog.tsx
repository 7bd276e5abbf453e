import { useState } from 'react';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { deactivateOrganisation, getDeactivation } from '../endpoints.ts';
import type { ManagedOrganisation } from '../schemas.ts';
import classes from './organisations.module.css';

interface OrganisationProps {
  organisation: ManagedOrganisation;
  onDone: () => void;
  onClose: () => void;
}

/** Confirms the deactivation of an organisation and lists its effects. */
export function DeactivateOrganisationDialog({ organisation, ...on }: OrganisationProps) {
  const path = { orgId: organisation.id };
  const effect = useFreshCall(getDeactivation, { path });
  const send = useSend(deactivateOrganisation, { handlesOwnErrors: true });
  return (
    <DeactivateDialog
      {...on}
      name={organisation.name}
      effect={effect.data}
      send={() => send.mutateAsync({ path, body: {} })}
    />
  );
}

interface Props {
  name: string;
  effect: { installations?: number; schedules: number } | undefined;
  /** Deactivates, and suspends some of the schedules. */
  send: () => Promise<{ isMore: boolean }>;
  onDone: () => void;
  onClose: () => void;
}

/** Confirms the deactivation of an organisation or installation. Repeats the call until every schedule is suspended. */
export function DeactivateDialog({ name, effect, send, onDone, onClose }: Props) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<CallFailure>();
  async function confirm(): Promise<void> {
    setFailure(undefined);
    try {
      for (let isMore = true; isMore;) ({ isMore } = await send());
    } catch (cause) {
      setFailure(toFailure(cause));
      return;
    }
    onDone();
  }
  return (
    <ConfirmDialog
      isOpen
      isDangerous
      title={t('organisations.deactivate_title', { name })}
      confirmLabel={t('organisations.deactivate_confirm', { name })}
      onConfirm={confirm}
      onCancel={onClose}
    >
      <div className={classes.text}>
        <FailureNotice failure={failure} />
        <p>{t('organisations.deactivate_text')}</p>
        {effect === undefined ? (
          <SkeletonLines lines={1} />
        ) : (
          <ul className={classes.list}>
            {effect.installations !== undefined && (
              <li>{t('organisations.deactivate_installations', { number: effect.installations })}</li>
            )}
            <li>{t('organisations.deactivate_schedules', { number: effect.schedules })}</li>
          </ul>
        )}
      </div>
    </ConfirmDialog>
  );
}
