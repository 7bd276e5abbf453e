import { Button } from '@mantine/core';
import { IconShieldCheck, IconShieldOff } from '@tabler/icons-react';
import { useState } from 'react';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getUserFactors, resetSecondFactor } from '../../endpoints.ts';
import type { ScimUser } from '../../scim-user.ts';
import classes from './user-screen.module.css';

interface Props {
  user: ScimUser;
  mayReset: boolean;
  onReset: () => void;
}

/** The second step of a user, which an administrator can reset. */
export function UserFactors({ user, mayReset, onReset }: Props) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const [isConfirming, setIsConfirming] = useState(false);
  const factors = useCall(
    getUserFactors,
    { path: { id: user.id } },
    { staleTime: 0, handlesOwnErrors: true },
  );
  if (factors.error)
    return (
      <span className={classes.value}>
        <span className="quiet">{t('users.factor.failed')}</span>
        <Button variant="default" size="xs" onClick={() => void factors.refetch()}>
          {texts.retry}
        </Button>
      </span>
    );
  if (!factors.data) return <span className="quiet">…</span>;
  const { hasApp, passkeys } = factors.data;
  const has = hasApp || passkeys > 0;
  const parts = [
    ...(hasApp ? [t('factor.app')] : []),
    ...(passkeys > 0 ? [t('users.factor.passkeys', { count: passkeys })] : []),
  ];
  return (
    <span className={classes.value}>
      <StatusBadge
        tone={has ? 'success' : 'neutral'}
        icon={has ? IconShieldCheck : IconShieldOff}
        label={t(has ? 'users.factor.on' : 'users.factor.none')}
      />
      {has && <span className="quiet">{parts.join(', ')}</span>}
      {has && mayReset && (
        <Button variant="default" size="xs" onClick={() => setIsConfirming(true)}>
          {t('users.factor.reset')}
        </Button>
      )}
      <ResetDialog
        user={user}
        isOpen={isConfirming}
        onReset={() => {
          setIsConfirming(false);
          void factors.refetch();
          onReset();
        }}
        onClose={() => setIsConfirming(false)}
      />
    </span>
  );
}

interface DialogProps {
  user: ScimUser;
  isOpen: boolean;
  onReset: () => void;
  onClose: () => void;
}

function ResetDialog({ user, isOpen, onReset, onClose }: DialogProps) {
  const { t } = useTranslation();
  const send = useSend(resetSecondFactor, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  const name = user.displayName;
  async function reset(): Promise<void> {
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { id: user.id } });
      onReset();
    } catch (error) {
      setFailure(toFailure(error));
    }
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDangerous
      title={t('users.factor.title', { name })}
      confirmLabel={t('users.factor.confirm')}
      onConfirm={reset}
      onCancel={() => {
        setFailure(undefined);
        onClose();
      }}
    >
      <FailureNotice failure={failure} />
      <p>{t('users.factor.text', { name })}</p>
    </ConfirmDialog>
  );
}
