import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { requireSignOn } from '../../endpoints.ts';
import { CardFlash, type SettingsPart } from './card-flash.tsx';
import classes from './sign-on-settings.module.css';

/** Step 5: turns the password off for the company's domains, once there is a way back. */
export function RequirementCard({ view, onChanged, ...flash }: SettingsPart) {
  const { t } = useTranslation();
  const require = useSend(requireSignOn, { handlesOwnErrors: true });
  const [isConfirming, setIsConfirming] = useState(false);
  const isRequired = view.provider?.isRequired ?? false;
  const checks = {
    domain: view.domains.some(({ verifiedAt }) => verifiedAt !== null),
    test: view.test !== null && view.test.isCurrent && view.test.problem === null,
    administrator: view.hasLocalAdministrator,
  };
  const isReady = Object.values(checks).every(Boolean);
  async function save(next: boolean): Promise<void> {
    setIsConfirming(false);
    try {
      const body = { isRequired: next, version: view.version };
      await require.mutateAsync({ path: { orgId: view.organisationId }, body });
      await onChanged(next ? 'required' : 'not_required');
    } catch {
      // The card shows the failure.
    }
  }
  return (
    <Card title={t('sign_on_settings.step.requirement')}>
      <p className="quiet-text">{t('sign_on_settings.requirement_text')}</p>
      <CardFlash flashes={['required', 'not_required']} {...flash} />
      {isRequired ? (
        <Notice kind="success">{t('sign_on_settings.is_required')}</Notice>
      ) : (
        <ul className="plain-list">
          {Object.entries(checks).map(([name, isDone]) => (
            <li key={name} className={classes.head}>
              <StatusBadge
                tone={isDone ? 'success' : 'pending'}
                label={t(isDone ? 'sign_on_settings.done' : 'sign_on_settings.to_do')}
              />
              <span className={classes.check}>{t(`sign_on_settings.check_${name}`)}</span>
            </li>
          ))}
        </ul>
      )}
      <FailureNotice failure={require.error} />
      {view.mayChange && (
        <div className="end-buttons">
          {isRequired ? (
            <Button variant="default" loading={require.isPending} onClick={() => void save(false)}>
              {t('sign_on_settings.not_require')}
            </Button>
          ) : (
            <Button loading={require.isPending} disabled={!isReady} onClick={() => setIsConfirming(true)}>
              {t('sign_on_settings.require')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={t('sign_on_settings.require_title')}
        confirmLabel={t('sign_on_settings.require')}
        onConfirm={() => save(true)}
        onCancel={() => setIsConfirming(false)}
      >
        {t('sign_on_settings.require_text')}
      </ConfirmDialog>
    </Card>
  );
}
