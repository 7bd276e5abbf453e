import { useState } from 'react';
import { SignOnCard } from '#features/access/single-sign-on/web/sign-on-card.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { Page } from '#ui/layout/page.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import {
  forgetAllDevices,
  forgetDevice,
  getMySecurity,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
} from '#features/access/second-factor/endpoints.ts';
import { AddApp, AddPasskey } from '#features/access/second-factor/web/add-factor.tsx';
import {
  AppCard,
  CodesCard,
  DevicesCard,
  PasskeysCard,
  type SecurityAction,
} from '#features/access/second-factor/web/factor-cards.tsx';
import { RecoveryCodes } from '#features/access/second-factor/web/recovery-codes.tsx';

/** /profile/security: the user's second factors and remembered devices (docs/domain.md#second-factors). */
export function MySecurityScreen() {
  const { t } = useTranslation();
  const security = useCall(getMySecurity, {}, { handlesOwnErrors: true, staleTime: 0 });
  const [action, setAction] = useState<SecurityAction>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [savedFlash, setSavedFlash] = useState<string>();
  const close = () => setAction(undefined);
  async function added(next: readonly string[] | null): Promise<void> {
    setAction(undefined);
    setSavedFlash(action?.kind === 'add-app' ? 'app_added' : 'passkey_added');
    setCodes(next ?? undefined);
    await security.refetch();
  }
  const data = security.data;
  return (
    <Page width="form" title={t('screen.mySecurity')} subtitle={t('my_security.subtitle')}>
      {security.isPending && <SkeletonLines lines={10} />}
      {security.isError && (
        <ErrorState
          title={t('my_security.failed')}
          requestId={security.error.requestId}
          onRetry={() => void security.refetch()}
        >
          {errorText(security.error.message)}
        </ErrorState>
      )}
      {savedFlash !== undefined && (
        <Notice kind="success" onClose={() => setSavedFlash(undefined)}>
          {t(`my_security.flash.${savedFlash}`)}
        </Notice>
      )}
      {data !== undefined && (
        <>
          {data.isRequired && <Notice>{t('my_security.required')}</Notice>}
          <PasskeysCard passkeys={data.passkeys} onAct={setAction} />
          <AppCard app={data.totp} onAct={setAction} />
          <CodesCard
            codes={data.recoveryCodes}
            hasFactor={data.totp !== null || data.passkeys.length > 0}
            onAct={setAction}
          />
          <DevicesCard devices={data.devices} onAct={setAction} />
          <SignOnCard />
        </>
      )}
      <Dialog isOpen={action?.kind === 'add-app'} onClose={close} title={t('factor.add_app')} isStatic>
        {action?.kind === 'add-app' && <AddApp onAdded={added} onCancel={close} />}
      </Dialog>
      <Dialog
        isOpen={action?.kind === 'add-passkey'}
        onClose={close}
        title={t('factor.add_passkey')}
        isStatic
      >
        {action?.kind === 'add-passkey' && <AddPasskey onAdded={added} onCancel={close} />}
      </Dialog>
      <Dialog isOpen={codes !== undefined} onClose={() => {}} title={t('factor.codes_title')} isLocked>
        {codes !== undefined && (
          <RecoveryCodes codes={codes} doneLabel={t('factor.done')} onDone={() => setCodes(undefined)} />
        )}
      </Dialog>
      <ConfirmAction
        action={action}
        onClose={close}
        onDone={async (message, next) => {
          setAction(undefined);
          setSavedFlash(message);
          setCodes(next);
          await security.refetch();
        }}
      />
    </Page>
  );
}

interface ConfirmProps {
  action: SecurityAction | undefined;
  onClose: () => void;
  onDone: (message: string, codes?: readonly string[]) => Promise<void>;
}

/** Asks before a factor, the codes or devices go away. */
function ConfirmAction({ action, onClose, onDone }: ConfirmProps) {
  const { t } = useTranslation();
  const [failure, setFailure] = useState<CallFailure>();
  if (action === undefined || action.kind === 'add-app' || action.kind === 'add-passkey') return null;
  const name = 'name' in action ? action.name : '';
  async function confirm(): Promise<void> {
    setFailure(undefined);
    try {
      await onDone(`${action?.kind.replaceAll('-', '_')}`, await run(action));
    } catch (error) {
      setFailure(toFailure(error));
    }
  }
  return (
    <ConfirmDialog
      isOpen
      isDangerous={action.kind !== 'renew-codes'}
      title={t(`my_security.ask.${action.kind}.title`, { name })}
      confirmLabel={t(`my_security.ask.${action.kind}.confirm`)}
      onConfirm={confirm}
      onCancel={() => {
        setFailure(undefined);
        onClose();
      }}
    >
      {t(`my_security.ask.${action.kind}.text`)}
      <FailureNotice failure={failure} />
    </ConfirmDialog>
  );
}

/** The new codes, where there are any. */
async function run(action: SecurityAction | undefined): Promise<readonly string[] | undefined> {
  if (action?.kind === 'remove-app') await call(removeTotp);
  if (action?.kind === 'remove-passkey') await call(removePasskey, { path: { factorId: action.id } });
  if (action?.kind === 'forget-device') await call(forgetDevice, { path: { deviceId: action.id } });
  if (action?.kind === 'forget-devices') await call(forgetAllDevices);
  return action?.kind === 'renew-codes'
    ? (await call(renewRecoveryCodes, { body: {} })).recoveryCodes
    : undefined;
}
