import { Button } from '@mantine/core';
import { useState } from 'react';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { DialogForm } from '#web/form/dialog-form.tsx';
import { useForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listAccounts, saveAccount } from '../endpoints.ts';
import type { ConnectionView } from '../schemas.ts';
import { AdapterFields, missingField } from './adapter-fields.tsx';
import type { ConnectionPart } from './connection-part.ts';
import classes from './processors.module.css';

interface Account {
  installationId: number;
  installationName: string;
  merchantName: string;
  settings: Record<string, string>;
  isSet: boolean;
}

/** What each installation is at the processor, such as its merchant account. */
export function AccountsCard({ connection, onChanged }: ConnectionPart) {
  const { t } = useTranslation();
  const { organisationId: orgId, connectionId } = connection;
  const fields = connection.fields?.accountFields ?? [];
  const [asked, setAsked] = useState<Account>();
  const list = useCall(
    listAccounts,
    { path: { orgId, connectionId } },
    { handlesOwnErrors: true, staleTime: 0, enabled: fields.length > 0 },
  );
  if (fields.length === 0) return null;
  return (
    <Card title={t('processors.accounts')}>
      <p className="quiet-text">{t('processors.accounts_text')}</p>
      <FailureNotice failure={list.error} />
      {list.data === undefined && list.error === null && <SkeletonLines lines={4} />}
      <ul className="lined-list" aria-label={t('processors.accounts')}>
        {list.data?.accounts.map((account) => (
          <li key={account.installationId}>
            <div>
              <strong>{account.installationName}</strong>
              <p className={classes.facts}>
                <span>{account.merchantName}</span>
                {account.isSet ? (
                  fields.map(({ name, label }) => (
                    <span key={name}>
                      {label}: {account.settings[name] ?? '–'}
                    </span>
                  ))
                ) : (
                  <span>{t('processors.no_account')}</span>
                )}
              </p>
            </div>
            {connection.mayChange && (
              <Button
                variant="default"
                aria-label={t('processors.set_named', { name: account.installationName })}
                onClick={() => setAsked(account)}
              >
                {t(account.isSet ? 'processors.change' : 'processors.set')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked !== undefined && (
        <AccountDialog
          {...{ connection, account: asked, fields }}
          onClose={() => setAsked(undefined)}
          onSaved={async () => {
            setAsked(undefined);
            await list.refetch();
            await onChanged('account');
          }}
        />
      )}
    </Card>
  );
}

interface DialogProps {
  connection: ConnectionView;
  account: Account;
  fields: NonNullable<ConnectionView['fields']>['accountFields'];
  onClose: () => void;
  onSaved: () => Promise<void>;
}

function AccountDialog({ connection, account, fields, onClose, onSaved }: DialogProps) {
  const { t } = useTranslation();
  const send = useSend(saveAccount, { handlesOwnErrors: true });
  const form = useForm<{ settings: Record<string, string> }, { settings?: 'required' }>({
    initial: { settings: account.settings },
    validate: ({ settings }) =>
      missingField(fields, settings) === undefined ? {} : { settings: 'required' },
    errorText: (code) => t(`processors.error.${code}`),
    async send(body) {
      const { organisationId: orgId, connectionId } = connection;
      const { installationId } = account;
      await send.mutateAsync({ path: { orgId, connectionId, installationId }, body });
      await onSaved();
    },
  });
  return (
    <Dialog isOpen isStatic onClose={onClose} title={account.installationName}>
      <DialogForm form={form} submitLabel={t('processors.save_account')} onCancel={onClose}>
        <AdapterFields
          fields={fields}
          values={form.values.settings}
          error={(name) =>
            form.error(name as 'settings') ??
            (name === missingField(fields, form.values.settings) ? form.error('settings') : undefined)
          }
          onChange={(settings) => form.change({ settings })}
        />
      </DialogForm>
    </Dialog>
  );
}
