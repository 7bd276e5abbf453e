import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { SecurityTabs } from '#web/links/security-tabs.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { Section } from '#ui/layout/section.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { TimeText } from '#web/format/time-text.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { SwitchField } from '#ui/form/switch-field.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { toFailure, type CallFailure } from '#web/call/call-failure.ts';
import { DialogButtons } from '#ui/form/dialog-buttons.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { TextField } from '#ui/form/text-field.tsx';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useForm } from '#web/form/use-form.ts';
import { ExpiryField } from '#web/secrets/expiry-field.tsx';
import { SecretDialog } from '#web/secrets/secret-dialog.tsx';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';
import { createScimToken, getProvisioning, saveProvisioning } from '../endpoints.ts';
import { GroupsSection } from './groups-section.tsx';
import { TokensSection } from './tokens-section.tsx';
import type { Provisioning, Refusal } from '../schemas.ts';
import classes from './provisioning.module.css';
import { type TokenErrors, type TokenForm, newTokenForm, toTokenBody, tokenErrors } from '../forms.ts';

/** /settings/security/provisioning: SCIM of the selected organisation's company (docs/domain.md#provisioning). */
export function ProvisioningScreen() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const provisioning = useFreshCall(getProvisioning, { path: { orgId } });
  const [isCreating, setIsCreating] = useState(false);
  const [flash, setFlash] = useState<'revoked' | 'mapped' | 'saved'>();
  const data = provisioning.data;
  const reload = (nextFlash?: typeof flash) => {
    setFlash(nextFlash);
    void provisioning.refetch();
  };
  return (
    <Page
      width="form"
      title={t('screen.security')}
      subtitle={data?.companyName ?? organisation.selectedOrgName}
      actions={
        data?.mayChange === true && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsCreating(true)}>
            {t('provisioning.create_token')}
          </Button>
        )
      }
    >
      <SecurityTabs />
      {provisioning.error?.code === 'NO_COMPANY' ? (
        <EmptyState title={t('provisioning.no_company')}>{t('provisioning.no_company_text')}</EmptyState>
      ) : provisioning.error !== null ? (
        <ErrorState
          title={t(provisioning.error.status === 403 ? 'provisioning.forbidden' : 'provisioning.failed')}
          requestId={provisioning.error.requestId}
          onRetry={() => void provisioning.refetch()}
        >
          {provisioning.error.status === 403
            ? t('provisioning.forbidden_text')
            : errorText(provisioning.error.message)}
        </ErrorState>
      ) : data === undefined ? (
        <SkeletonLines lines={14} />
      ) : (
        <>
          {flash !== undefined && (
            <Notice kind="success" onClose={() => setFlash(undefined)}>
              {t(`provisioning.flash.${flash}`)}
            </Notice>
          )}
          {!data.mayChange && <Notice>{t('provisioning.read_only')}</Notice>}
          <ConnectionSection orgId={orgId} provisioning={data} onSaved={() => reload('saved')} />
          <TokensSection
            orgId={orgId}
            provisioning={data}
            onCreate={() => setIsCreating(true)}
            onRevoked={() => reload('revoked')}
            onExempted={() => reload()}
          />
          <GroupsSection
            key={data.companyId}
            orgId={orgId}
            provisioning={data}
            onMapped={() => reload('mapped')}
          />
          <RefusalsSection refusals={data.refusals} />
        </>
      )}
      {isCreating && (
        <CreateTokenDialog orgId={orgId} onCreated={() => reload()} onClose={() => setIsCreating(false)} />
      )}
    </Page>
  );
}

/** The newest refused requests. The same refusal is counted, so that a provider that retries fills no list. */
function RefusalsSection({ refusals }: { refusals: readonly Refusal[] }) {
  const { t } = useTranslation();
  return (
    <Section title={t('provisioning.refusals')}>
      {refusals.length === 0 ? (
        <EmptyState title={t('provisioning.no_refusals')}>{t('provisioning.no_refusals_text')}</EmptyState>
      ) : (
        <ul className={classes.rows}>
          {refusals.map((refusal) => (
            <li
              key={`${refusal.tokenName} ${refusal.act} ${refusal.objectId} ${refusal.reason}`}
              className={classes.row}
            >
              <div className={classes.main}>
                <div className={classes.title}>
                  <span className={classes.name}>{t(`audit.act.${refusal.act}`)}</span>
                  <StatusBadge tone="failed" label={String(refusal.status)} />
                </div>
                <p className={classes.text}>{t(`provisioning.reason.${refusal.reason}`)}</p>
                <p className={classes.facts}>
                  <TimeText at={refusal.lastAt} isShort />
                  {[
                    ...(refusal.times > 1 ? [t('provisioning.times', { number: refusal.times })] : []),
                    ...(refusal.objectId === '' ? [] : [refusal.objectName ?? refusal.objectId]),
                    refusal.tokenName ?? '',
                  ]
                    .filter((text) => text !== '')
                    .map((text) => ` · ${text}`)
                    .join('')}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface ConnectionSectionProps {
  orgId: number;
  provisioning: Provisioning;
  onSaved: () => void;
}

/** The settings for an identity provider, its groups and requests, and whether its users get an invitation. */
function ConnectionSection({ orgId, provisioning, onSaved }: ConnectionSectionProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(saveProvisioning, { handlesOwnErrors: true });
  const [failure, setFailure] = useState<CallFailure>();
  const { baseUrl, lastUsedAt, lastChangeAt, userCount, groupCount, sendInvitations, version } = provisioning;
  const formatTime = (time: string | null) =>
    time === null ? t('provisioning.never') : times.relative(time);
  async function save(isOn: boolean): Promise<void> {
    setFailure(undefined);
    try {
      await send.mutateAsync({ path: { orgId }, body: { sendInvitations: isOn, version } });
      onSaved();
    } catch (error) {
      setFailure(toFailure(error));
    }
  }
  return (
    <Section title={t('provisioning.connection')}>
      <div className="stack">
        <p className="quiet">{t('provisioning.connection_text')}</p>
        <DetailsList
          details={[
            {
              label: t('provisioning.address'),
              value: (
                <div className={classes.address}>
                  <CopyText text={baseUrl} />
                </div>
              ),
            },
            { label: t('provisioning.last_request'), value: formatTime(lastUsedAt) },
            { label: t('provisioning.last_change'), value: formatTime(lastChangeAt) },
            { label: t('provisioning.users'), value: String(userCount), isNumeric: true },
            { label: t('provisioning.groups'), value: String(groupCount), isNumeric: true },
          ]}
        />
        <FailureNotice failure={failure} />
        <SwitchField
          label={t('provisioning.send_invitations')}
          help={t('provisioning.send_invitations_help')}
          isOn={sendInvitations}
          disabled={!provisioning.mayChange || send.isPending}
          onChange={(isOn) => void save(isOn)}
        />
      </div>
    </Section>
  );
}

interface CreateTokenDialogProps {
  orgId: number;
  onCreated: () => void;
  onClose: () => void;
}

/** Creates a token, then shows it once. */
function CreateTokenDialog({ orgId, onCreated, onClose }: CreateTokenDialogProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const send = useSend(createScimToken, { handlesOwnErrors: true });
  const [initial] = useState(() => newTokenForm(times.realToday()));
  const [requestKey] = useState(() => crypto.randomUUID());
  const [hasDayError, setHasDayError] = useState(false);
  const [created, setCreated] = useState<{ token: string | null }>();
  const form = useForm<TokenForm, TokenErrors>({
    initial,
    validate: (values) => tokenErrors(values, hasDayError),
    errorText: (code) => t(`provisioning.error.${code}`),
    async send(values) {
      const body = toTokenBody(values, times.zone);
      const headers = { 'idempotency-key': `${requestKey} ${body.name} ${body.expiresAt}`.slice(0, 200) };
      setCreated(await send.mutateAsync({ path: { orgId }, body, headers }));
      onCreated();
    },
  });
  if (created !== undefined) {
    return (
      <SecretDialog
        title={t('provisioning.token_title')}
        text={t('provisioning.token_text')}
        secret={created.token}
        missing={{ title: t('provisioning.token_gone'), text: t('provisioning.token_gone_text') }}
        onClose={onClose}
      />
    );
  }
  return (
    <Dialog isOpen isLocked={form.isBusy} onClose={onClose} title={t('provisioning.create_token')}>
      <FormStack
        onSubmit={form.submit}
        actions={
          <DialogButtons submit={t('provisioning.create_token')} isBusy={form.isBusy} onCancel={onClose} />
        }
      >
        <UnsavedGuard isDirty={form.isDirty} />
        <FailureNotice failure={form.failure} />
        <p className="quiet">{t('provisioning.create_text')}</p>
        <TextField
          {...form.field('name')}
          label={t('provisioning.name')}
          help={t('provisioning.name_help')}
          maxLength={60}
          autoComplete="off"
          data-autofocus
        />
        <ExpiryField
          value={form.values}
          error={form.error('expiryDay')}
          onChange={form.change}
          onDayError={setHasDayError}
        />
      </FormStack>
    </Dialog>
  );
}
