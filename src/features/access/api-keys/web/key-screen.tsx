import { Link } from '@tanstack/react-router';
import { type Icon, IconBan, IconPencil, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { findPreset } from '#shared/api-permissions.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { DetailsList, Lines } from '#ui/layout/details-list.tsx';
import { Section } from '#ui/layout/section.tsx';
import { BackLink } from '#web/links/back-link.tsx';
import { usePathPart } from '#web/address.ts';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { ApprovalNotice } from '#web/call/approval-notice.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { type PageAction, PageActionBar } from '#web/palette/page-action-bar.tsx';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { SecretOwnerPage, installationLines } from '#web/secrets/secret-owner-page.tsx';
import { RotateDialog } from '#web/secrets/rotate-dialog.tsx';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useForm } from '#web/form/use-form.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { changeApiKey, exemptApiKey, getApiKey, rotateApiKey, revokeApiKey } from '../endpoints.ts';
import type { ApiKey } from '../schemas.ts';
import { lastUseOf } from '../key-form.ts';
import classes from './api-keys.module.css';
import { KeyDialog, type NewSecret, KeySecretDialog } from './key-dialog.tsx';
import { ModeBadge } from '#web/format/mode-badge.tsx';
import { KeyStatus } from './key-status.tsx';
import { useRequestKey } from './use-request-key.ts';

/** /settings/api-keys/{apiId} (docs/domain.md#api-keys). */
export function KeyScreen() {
  const { t } = useTranslation();
  const apiId = usePathPart('apiId');
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const key = useCall(getApiKey, { path: { orgId, apiId } }, { handlesOwnErrors: true, staleTime: 0 });
  if (key.data !== undefined) {
    return <KeyDetails orgId={orgId} apiKey={key.data} reread={() => void key.refetch()} />;
  }
  return (
    <LoadingPage
      title={t('screen.apiKey')}
      back={<KeysLink />}
      queries={[key]}
      notFound={t('api_keys.not_found')}
      failed={t('api_keys.key_failed')}
    />
  );
}

interface Props {
  orgId: number;
  apiKey: ApiKey;
  reread: () => void;
}

type Action = 'edit' | 'rotate' | 'revoke';

function KeyDetails({ orgId, apiKey, reread }: Props) {
  const { t } = useTranslation();
  const [action, setAction] = useState<Action>();
  const [flash, setFlash] = useState<'changed' | 'revoked'>();
  const close = () => setAction(undefined);
  const finish = (change?: 'changed' | 'revoked') => {
    setFlash(change);
    reread();
  };
  return (
    <SecretOwnerPage
      name={apiKey.name}
      back={<KeysLink />}
      status={
        <>
          <KeyStatus status={apiKey.status} />
          <ModeBadge mode={apiKey.mode} />
        </>
      }
      created={{ label: t('api_keys.created'), at: apiKey.createdAt }}
      id={apiKey.apiId}
      actions={<KeyActions apiKey={apiKey} onChoose={setAction} />}
      flash={flash && t(`api_keys.flash.${flash}`)}
      onFlashClose={() => setFlash(undefined)}
    >
      {apiKey.mayRevoke && !apiKey.mayChange && <Notice>{t('api_keys.beyond')}</Notice>}
      {apiKey.isCreatorGone && apiKey.status === 'active' && (
        <Notice kind="pending">{t('api_keys.creator_gone')}</Notice>
      )}
      {apiKey.needsApproval && <NeedsApproval {...{ orgId, apiKey }} onExempted={() => finish('changed')} />}
      <div className={classes.columns}>
        <Access apiKey={apiKey} />
        <Secrets apiKey={apiKey} />
      </div>
      <HistoryPanel objectKind="apiCredential" objectId={apiKey.apiId} />
      {action === 'edit' && <EditKey {...{ orgId, apiKey, close }} onSaved={() => finish('changed')} />}
      {action === 'rotate' && (
        <RotateKeyDialog {...{ orgId, apiKey }} onRotated={() => finish()} onClose={close} />
      )}
      {action === 'revoke' && (
        <RevokeKeyDialog
          {...{ orgId, apiKey }}
          onClose={close}
          onRevoked={() => {
            close();
            finish('revoked');
          }}
        />
      )}
    </SecretOwnerPage>
  );
}

function NeedsApproval({
  orgId,
  apiKey,
  onExempted,
}: {
  orgId: number;
  apiKey: ApiKey;
  onExempted: () => void;
}) {
  const { t } = useTranslation();
  const send = useSend(exemptApiKey, { handlesOwnErrors: true });
  async function ask(): Promise<void> {
    await send.mutateAsync({ path: { orgId, apiId: apiKey.apiId }, body: {} });
    onExempted();
  }
  return (
    <ApprovalNotice mayAsk={apiKey.mayChange} ask={ask}>
      {t('api_keys.needs_approval')}
    </ApprovalNotice>
  );
}

function KeyActions({ apiKey, onChoose }: { apiKey: ApiKey; onChoose: (action: Action) => void }) {
  const { t } = useTranslation();
  const toAction = (id: Action, label: string, icon: Icon): PageAction => ({
    id,
    label,
    icon,
    go: () => onChoose(id),
  });
  return (
    <PageActionBar
      {...(apiKey.mayChange && {
        primary: toAction('rotate', t('api_keys.rotate'), IconRefresh),
        secondary: toAction('edit', t('api_keys.edit_title'), IconPencil),
      })}
      more={
        apiKey.mayRevoke ? [{ ...toAction('revoke', t('api_keys.revoke'), IconBan), isDangerous: true }] : []
      }
    />
  );
}

interface EditProps {
  orgId: number;
  apiKey: ApiKey;
  onSaved: () => void;
  close: () => void;
}

function EditKey({ orgId, apiKey, onSaved, close }: EditProps) {
  const { t } = useTranslation();
  const send = useSend(changeApiKey, { handlesOwnErrors: true });
  return (
    <KeyDialog
      orgId={orgId}
      apiKey={apiKey}
      title={t('api_keys.edit_title')}
      submitLabel={t('ui.saveChanges')}
      onClose={close}
      onSubmit={async (content) => {
        const path = { orgId, apiId: apiKey.apiId };
        await send.mutateAsync({ path, body: { ...content, version: apiKey.version } });
        close();
        onSaved();
      }}
    />
  );
}

/** The permissions of the key, its installations, its end and its addresses. */
function Access({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  return (
    <Section title={t('api_keys.access')}>
      <DetailsList
        placeholder={t('api_keys.never')}
        details={[
          {
            label: t('api_requests.requests'),
            value: <Link {...paths.apiRequests({ apiId: apiKey.apiId })}>{t('api_requests.of_key')}</Link>,
          },
          { label: t('api_keys.can'), value: t(`api_keys.preset.${findPreset(apiKey.permissions)}`) },
          {
            label: t('api_keys.permissions'),
            value: <Lines texts={apiKey.permissions.map((name) => t(`roles.permission.${name}`))} />,
          },
          {
            label: t('api_keys.installations'),
            value: <Lines texts={installationLines(apiKey, (more) => t('api_keys.hidden', { more }))} />,
          },
          {
            label: t('api_keys.ip_ranges'),
            value:
              apiKey.ipRanges.length === 0 ? t('api_keys.every_address') : <Lines texts={apiKey.ipRanges} />,
          },
          { label: t('api_keys.expires'), value: apiKey.expiresAt && <TimeText at={apiKey.expiresAt} /> },
          { label: t('api_keys.created'), value: <TimeText at={apiKey.createdAt} />, isNumeric: true },
          ...(apiKey.createdBy === null
            ? []
            : [{ label: t('api_keys.created_by'), value: apiKey.createdBy }]),
          ...(apiKey.revokedAt === null
            ? []
            : [{ label: t('api_keys.revoked_at'), value: <TimeText at={apiKey.revokedAt} /> }]),
        ]}
      />
    </Section>
  );
}

/** The secrets that work, with their last use. */
function Secrets({ apiKey: { secrets } }: { apiKey: ApiKey }) {
  const { t } = useTranslation();
  const times = useTimes();
  return (
    <Section title={t('api_keys.secrets')}>
      {secrets.length === 0 && <p className="quiet">{t('api_keys.no_secrets')}</p>}
      <div className="stack">
        {secrets.map((secret) => (
          <DetailsList
            key={secret.createdAt}
            placeholder={t('api_keys.never_used')}
            details={[
              {
                label: t(secret.endsAt === null ? 'api_keys.current_secret' : 'api_keys.previous_secret'),
                value: secret.suffix === null ? '••••' : `…${secret.suffix}`,
                isNumeric: true,
              },
              { label: t('api_keys.created'), value: <TimeText at={secret.createdAt} />, isNumeric: true },
              {
                label: t('api_keys.last_used'),
                value:
                  secret.lastUsedAt && `${times.relative(secret.lastUsedAt)} · ${secret.lastUsedIp ?? ''}`,
              },
              ...(secret.endsAt === null
                ? []
                : [{ label: t('api_keys.stops'), value: <TimeText at={secret.endsAt} />, isNumeric: true }]),
            ]}
          />
        ))}
      </div>
    </Section>
  );
}

function KeysLink() {
  const { t } = useTranslation();
  return <BackLink to={paths.apiKeys()}>{t('screen.apiKeys')}</BackLink>;
}

interface RotateKeyDialogProps {
  orgId: number;
  apiKey: ApiKey;
  onRotated: () => void;
  onClose: () => void;
}

/** Creates a new secret; the current one stops now or later. */
function RotateKeyDialog({ orgId, apiKey, onRotated, onClose }: RotateKeyDialogProps) {
  const { t } = useTranslation();
  const send = useSend(rotateApiKey, { handlesOwnErrors: true });
  const requestKey = useRequestKey();
  const [created, setCreated] = useState<NewSecret>();
  if (created !== undefined) return <KeySecretDialog created={created} onClose={onClose} />;
  return (
    <RotateDialog
      title={t('api_keys.rotate_title', { name: apiKey.name })}
      text={t('api_keys.rotate_text')}
      hasOlder={apiKey.secrets.length > 1}
      onRotate={async (overlapSeconds) => {
        const body = { overlapSeconds };
        const path = { orgId, apiId: apiKey.apiId };
        setCreated(await send.mutateAsync({ path, body, headers: requestKey(body) }));
        onRotated();
      }}
      onClose={onClose}
    />
  );
}

interface RevokeKeyDialogProps {
  orgId: number;
  apiKey: ApiKey;
  onRevoked: () => void;
  onClose: () => void;
}

/** Ends a key for good, after the user has typed its name. */
function RevokeKeyDialog({ orgId, apiKey, onRevoked, onClose }: RevokeKeyDialogProps) {
  const { t, language } = useTranslation();
  const times = useTimes();
  const send = useSend(revokeApiKey, { handlesOwnErrors: true });
  const form = useForm<{ name: string }, { name?: 'other_name' }>({
    initial: { name: '' },
    validate: ({ name }) => (name.trim() === apiKey.name ? {} : { name: 'other_name' }),
    errorText: (code) => t(`api_keys.error.${code}`),
    send: async () => {
      await send.mutateAsync({ path: { orgId, apiId: apiKey.apiId }, body: {} });
      onRevoked();
    },
  });
  const lastUse = lastUseOf(apiKey);
  const { requestsInLastHour: requests } = apiKey;
  const numbers = numberFormat(browserLocale(language));
  return (
    <Dialog
      isOpen
      isLocked={form.isBusy}
      onClose={onClose}
      title={t('api_keys.revoke_title', { name: apiKey.name })}
    >
      <FormStack
        onSubmit={form.submit}
        actions={
          <DialogButtons submit={t('api_keys.revoke')} isBusy={form.isBusy} onCancel={onClose} isDangerous />
        }
      >
        <FailureNotice failure={form.failure} />
        <p className="quiet">
          {t('api_keys.revoke_text')}{' '}
          {lastUse === undefined
            ? t('api_keys.revoke_unused')
            : t('api_keys.revoke_used', { at: times.relative(lastUse) })}{' '}
          {requests > 0 && t('api_keys.revoke_hour', { count: requests, number: numbers.format(requests) })}
        </p>
        <TextField
          {...form.field('name')}
          label={t('api_keys.type_name', { name: apiKey.name })}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
        />
      </FormStack>
    </Dialog>
  );
}
