import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Card } from '#ui/layout/card.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { DeviceView, MySecurity, PasskeyView } from '../schemas.ts';
import classes from './second-factor.module.css';

/** The action in progress on the screen. */
export type SecurityAction =
  | { kind: 'add-app' | 'remove-app' | 'add-passkey' | 'renew-codes' | 'forget-devices' }
  | { kind: 'remove-passkey' | 'forget-device'; id: string; name: string };

interface ActionProps {
  onAct: (action: SecurityAction) => void;
}

export function PasskeysCard({ passkeys, onAct }: { passkeys: readonly PasskeyView[] } & ActionProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('factor.passkeys')}>
      <p className="quiet-text">{t('my_security.passkeys_text')}</p>
      {passkeys.length > 0 && (
        <ul className="plain-list" aria-label={t('factor.passkeys')}>
          {passkeys.map((passkey) => (
            <Item
              key={passkey.factorId}
              name={passkey.name}
              facts={<Used createdAt={passkey.createdAt} lastUsedAt={passkey.lastUsedAt} />}
              action={
                <Button
                  variant="default"
                  aria-label={t('my_security.remove_named', { name: passkey.name })}
                  onClick={() => onAct({ kind: 'remove-passkey', id: passkey.factorId, name: passkey.name })}
                >
                  {t('my_security.remove')}
                </Button>
              }
            />
          ))}
        </ul>
      )}
      <div>
        <Button
          variant={passkeys.length === 0 ? 'filled' : 'default'}
          onClick={() => onAct({ kind: 'add-passkey' })}
        >
          {t('factor.add_passkey')}
        </Button>
      </div>
    </Card>
  );
}

export function AppCard({ app, onAct }: { app: MySecurity['totp'] } & ActionProps) {
  const { t } = useTranslation();
  return (
    <Card title={t('factor.app')}>
      <p className="quiet-text">{t('my_security.app_text')}</p>
      {app === null ? (
        <div>
          <Button variant="default" onClick={() => onAct({ kind: 'add-app' })}>
            {t('factor.add_app')}
          </Button>
        </div>
      ) : (
        <div className="plain-list">
          <div className={classes.item}>
            <div className={classes.facts}>
              <StatusBadge tone="success" label={t('my_security.app_on')} />
              <Used createdAt={app.createdAt} lastUsedAt={app.lastUsedAt} />
            </div>
            <Button
              variant="default"
              aria-label={t('my_security.remove_named', { name: t('factor.app') })}
              onClick={() => onAct({ kind: 'remove-app' })}
            >
              {t('my_security.remove')}
            </Button>
          </div>
        </div>
      )}
    </Card>
  );
}

interface CodesProps extends ActionProps {
  codes: MySecurity['recoveryCodes'];
  hasFactor: boolean;
}

export function CodesCard({ codes: { left, createdAt }, hasFactor, onAct }: CodesProps) {
  const { t } = useTranslation();
  const times = useTimes();
  return (
    <Card title={t('factor.codes_title')}>
      <p className="quiet-text">{t('my_security.codes_text')}</p>
      {hasFactor ? (
        <div className={classes.item}>
          <div className={classes.facts}>
            <p className={classes.name}>{t('my_security.codes_left', { number: left })}</p>
            {createdAt !== null && (
              <p className="quiet-text">{t('my_security.added', { moment: times.moment(createdAt) })}</p>
            )}
          </div>
          <Button variant="default" onClick={() => onAct({ kind: 'renew-codes' })}>
            {t('my_security.renew')}
          </Button>
        </div>
      ) : (
        <p className="quiet-text">{t('my_security.codes_none')}</p>
      )}
    </Card>
  );
}

export function DevicesCard({ devices, onAct }: { devices: readonly DeviceView[] } & ActionProps) {
  const { t } = useTranslation();
  const times = useTimes();
  return (
    <Card title={t('my_security.devices')}>
      <p className="quiet-text">{t('my_security.devices_text')}</p>
      {devices.length === 0 && <p className="quiet-text">{t('my_security.devices_none')}</p>}
      {devices.length > 0 && (
        <>
          <ul className="plain-list" aria-label={t('my_security.devices')}>
            {devices.map(({ deviceId, device, ip, lastUsedAt, expiresAt }) => {
              const name = describeDevice(device) || t('sessions.unknown_device');
              return (
                <Item
                  key={deviceId}
                  name={name}
                  facts={
                    <>
                      <p className="quiet-text">{t('sessions.place', { ip })}</p>
                      <p className="quiet-text">
                        {t('sessions.last_used', { moment: times.moment(lastUsedAt) })}
                      </p>
                      <p className="quiet-text">
                        {t('my_security.device_ends', { moment: times.moment(expiresAt) })}
                      </p>
                    </>
                  }
                  action={
                    <Button
                      variant="default"
                      aria-label={t('my_security.forget_named', { name })}
                      onClick={() => onAct({ kind: 'forget-device', id: deviceId, name })}
                    >
                      {t('my_security.forget')}
                    </Button>
                  }
                />
              );
            })}
          </ul>
          {devices.length > 1 && (
            <div>
              <Button variant="default" onClick={() => onAct({ kind: 'forget-devices' })}>
                {t('my_security.forget_all')}
              </Button>
            </div>
          )}
        </>
      )}
    </Card>
  );
}

function Item({ name, facts, action }: { name: string; facts: ReactNode; action: ReactNode }) {
  return (
    <li className={classes.item}>
      <div className={classes.facts}>
        <p className={classes.name}>{name}</p>
        {facts}
      </div>
      {action}
    </li>
  );
}

function Used({ createdAt, lastUsedAt }: { createdAt: string; lastUsedAt: string | null }) {
  const { t } = useTranslation();
  const times = useTimes();
  return (
    <>
      <p className="quiet-text">{t('my_security.added', { moment: times.moment(createdAt) })}</p>
      <p className="quiet-text">
        {lastUsedAt === null
          ? t('my_security.never_used')
          : t('sessions.last_used', { moment: times.moment(lastUsedAt) })}
      </p>
    </>
  );
}

/** Leaves out parts that the user agent does not name. */
const describeDevice = (device: string): string =>
  device
    .split(', ')
    .filter((part) => part !== '?')
    .join(', ');
