import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from '#features/access/second-factor/web/second-factor.module.css';
import { Notice } from '#ui/feedback/notice.tsx';
import { Card } from '#ui/layout/card.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useAddress } from '#web/address.ts';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { connectMySignOn, disconnectMySignOn, getMySignOn } from '../endpoints.ts';
import { leaveFor } from './leave-for.ts';
import { readConnectSearch } from '../sign-on-search.ts';

/** A card of /profile/security. Nothing where the user's company has no single sign-on. */
export function SignOnCard() {
  const { t } = useTranslation();
  const times = useTimes();
  const { signOn } = useAddress(readConnectSearch);
  const mySignOn = useCall(getMySignOn, {}, { handlesOwnErrors: true, staleTime: 0 });
  const [failure, setFailure] = useState<CallFailure>();
  const [isBusy, setIsBusy] = useState(false);
  const [isConfirming, setIsConfirming] = useState(false);
  const { provider, connected, mayDisconnect } = mySignOn.data ?? {};
  if (provider == null) return null;
  async function send(work: () => Promise<void>): Promise<void> {
    setFailure(undefined);
    setIsBusy(true);
    try {
      await work();
    } catch (error) {
      setFailure(toFailure(error));
    }
    setIsBusy(false);
    setIsConfirming(false);
  }
  const connect = () => send(async () => leaveFor((await call(connectMySignOn, { body: {} })).url));
  const disconnect = () =>
    send(async () => {
      await call(disconnectMySignOn);
      await mySignOn.refetch();
    });
  const isConnected = connected != null;
  return (
    <Card title={t('sign_on.title')}>
      {signOn !== undefined && (
        <Notice kind={signOn === 'connected' ? 'success' : 'failed'}>{t(`sign_on.connect.${signOn}`)}</Notice>
      )}
      <p className="quiet-text">{t('sign_on.card_text', { company: provider.companyName })}</p>
      {isConnected ? (
        <div className={classes.item}>
          <div className={classes.facts}>
            <StatusBadge tone="success" label={t('sign_on.connected')} />
            <p className={classes.name}>{provider.issuer}</p>
            <p className="quiet-text">
              {t('my_security.added', { moment: times.moment(connected.linkedAt) })}
            </p>
          </div>
          {mayDisconnect === true && (
            <Button variant="default" loading={isBusy} onClick={() => setIsConfirming(true)}>
              {t('sign_on.disconnect')}
            </Button>
          )}
        </div>
      ) : (
        <div>
          <Button variant="default" loading={isBusy} onClick={() => void connect()}>
            {t('sign_on.connect_action')}
          </Button>
        </div>
      )}
      <FailureNotice failure={failure} />
      <ConfirmDialog
        isOpen={isConfirming}
        isDangerous
        title={t('sign_on.disconnect_title')}
        confirmLabel={t('sign_on.disconnect_confirm')}
        onConfirm={disconnect}
        onCancel={() => setIsConfirming(false)}
      >
        {t('sign_on.disconnect_text')}
      </ConfirmDialog>
    </Card>
  );
}
