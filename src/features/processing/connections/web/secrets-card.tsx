import { Button } from '@mantine/core';
import { useState } from 'react';
import { PasswordField } from '#ui/form/password-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useSend } from '#web/call/use-call.ts';
import { DialogForm } from '#web/form/dialog-form.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { setConnectionSecret } from '../endpoints.ts';
import { maxSecretLength } from '../route-values.ts';
import type { ConnectionView } from '../schemas.ts';
import type { ConnectionPart } from './connection-part.ts';
import classes from './processors.module.css';

type Secret = ConnectionView['secrets'][number];

/** The secrets by their last characters: what payments use, and what waits for a test. */
export function SecretsCard({ connection, onChanged }: ConnectionPart) {
  const { t } = useTranslation();
  const [asked, setAsked] = useState<Secret>();
  if (connection.secrets.length === 0) return null;
  return (
    <Card title={t('processors.secrets')}>
      <p className="quiet-text">{t('processors.secrets_text')}</p>
      <ul className="lined-list" aria-label={t('processors.secrets')}>
        {connection.secrets.map((secret) => (
          <li key={secret.field}>
            <div>
              <strong>{secret.label}</strong>
              <SecretFacts secret={secret} />
            </div>
            {connection.mayChange && (
              <Button
                variant="default"
                aria-label={t('processors.set_named', { name: secret.label })}
                onClick={() => setAsked(secret)}
              >
                {t(secret.current === null && secret.next === null ? 'processors.set' : 'processors.replace')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <SecretDialog
          {...{ connection, secret: asked }}
          onClose={() => setAsked(undefined)}
          onStored={async () => {
            setAsked(undefined);
            await onChanged('secret');
          }}
        />
      )}
    </Card>
  );
}

function SecretFacts({ secret: { current, next, required } }: { secret: Secret }) {
  const { t } = useTranslation();
  const times = useTimes();
  const fact = (key: 'in_use' | 'waiting', { lastFour, setAt, setBy }: NonNullable<Secret['current']>) => (
    <span>{t(`processors.secret.${key}`, { lastFour, by: setBy, moment: times.moment(setAt) })}</span>
  );
  return (
    <p className={classes.facts}>
      {current !== null && fact('in_use', current)}
      {next !== null && fact('waiting', next)}
      {current === null && next === null && (
        <span>{t(required ? 'processors.secret.missing' : 'processors.secret.optional')}</span>
      )}
    </p>
  );
}

interface DialogProps {
  connection: ConnectionView;
  secret: Secret;
  onClose: () => void;
  onStored: () => Promise<void>;
}

function SecretDialog({ connection, secret: { field, label }, onClose, onStored }: DialogProps) {
  const { t } = useTranslation();
  const send = useSend(setConnectionSecret, { handlesOwnErrors: true });
  const form = useForm<{ secret: string }, { secret?: 'required' }>({
    initial: { secret: '' },
    validate: ({ secret }) => (secret.trim() === '' ? { secret: 'required' } : {}),
    errorText: (code) => t(`processors.error.${code}`),
    async send(body) {
      const { organisationId: orgId, connectionId } = connection;
      await send.mutateAsync({ path: { orgId, connectionId, field }, body });
      await onStored();
    },
  });
  return (
    <Dialog isOpen isStatic onClose={onClose} title={t('processors.set_named', { name: label })}>
      <DialogForm form={form} submitLabel={t('processors.store_secret')} onCancel={onClose}>
        <PasswordField
          {...form.field('secret')}
          label={label}
          help={t('processors.secret_help')}
          autoComplete="off"
          maxLength={maxSecretLength}
          data-autofocus
        />
      </DialogForm>
    </Dialog>
  );
}
