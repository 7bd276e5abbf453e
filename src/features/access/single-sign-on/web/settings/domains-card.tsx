import { Button } from '@mantine/core';
import { useState } from 'react';
import { TextField } from '#ui/form/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { parseDomain } from '../../domain-name.ts';
import { addSignOnDomain, removeSignOnDomain, verifySignOnDomain } from '../../endpoints.ts';
import type { DomainView } from '../../schemas.ts';
import { CardFlash, type SettingsPart } from './card-flash.tsx';
import classes from './sign-on-settings.module.css';

/** Step 2: the email domains of the company, each verified by a TXT record. */
export function DomainsCard({ view, onChanged, ...flash }: SettingsPart) {
  const { t } = useTranslation();
  const add = useSend(addSignOnDomain, { handlesOwnErrors: true });
  const form = useForm<
    { domain: string },
    { domain?: 'sign_on_domain_invalid' | 'sign_on_domain_known' | 'sign_on_domain_taken' }
  >({
    initial: { domain: '' },
    validate: ({ domain }) => (parseDomain(domain) === undefined ? { domain: 'sign_on_domain_invalid' } : {}),
    errorText: (code) => t(`error.${code}`),
    refusals: {
      SIGN_ON_DOMAIN_KNOWN: { domain: 'sign_on_domain_known' },
      SIGN_ON_DOMAIN_TAKEN: { domain: 'sign_on_domain_taken' },
    },
    async send({ domain }) {
      await add.mutateAsync({ path: { orgId: view.organisationId }, body: { domain } });
      form.reset();
      await onChanged();
    },
  });
  return (
    <Card title={t('sign_on_settings.step.domains')}>
      <p className="quiet-text">{t('sign_on_settings.domains_text')}</p>
      <CardFlash flashes={['domain', 'domain_removed']} {...flash} />
      {view.domains.length > 0 && (
        <ul className={classes.list} aria-label={t('sign_on_settings.step.domains')}>
          {view.domains.map((domain) => (
            <DomainItem key={domain.domain} {...{ view, domain, onChanged }} />
          ))}
        </ul>
      )}
      {view.mayChange && (
        <form
          className={classes.adding}
          aria-label={t('sign_on_settings.add_domain')}
          onSubmit={(event) => {
            event.preventDefault();
            void form.submit();
          }}
        >
          <TextField
            {...form.field('domain')}
            label={t('sign_on_settings.domain')}
            autoCapitalize="none"
            spellCheck={false}
            help={'\u00a0'}
          />
          <Button type="submit" variant="default" loading={form.isBusy}>
            {t('sign_on_settings.add_domain')}
          </Button>
        </form>
      )}
      <FailureNotice failure={form.failure} />
    </Card>
  );
}

interface ItemProps extends Pick<SettingsPart, 'view' | 'onChanged'> {
  domain: DomainView;
}

function DomainItem({ view, domain, onChanged }: ItemProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const verify = useSend(verifySignOnDomain, { handlesOwnErrors: true });
  const remove = useSend(removeSignOnDomain, { handlesOwnErrors: true });
  const [isRemoving, setIsRemoving] = useState(false);
  const path = { orgId: view.organisationId, domain: domain.domain };
  const isVerified = domain.verifiedAt !== null;
  const failure = verify.error ?? remove.error;
  async function check(): Promise<void> {
    try {
      await verify.mutateAsync({ path, body: {} });
      await onChanged('domain');
    } catch {
      // The item shows the failure.
    }
  }
  return (
    <li className={classes.item}>
      <div className={classes.head}>
        <p className={classes.name}>{domain.domain}</p>
        <StatusBadge
          tone={isVerified ? 'success' : 'pending'}
          label={t(isVerified ? 'sign_on_settings.verified' : 'sign_on_settings.unverified')}
        />
      </div>
      {domain.verifiedAt === null ? (
        <>
          <p className="quiet-text">{t('sign_on_settings.record_text')}</p>
          <div className={classes.copied}>
            <DetailsList
              details={[
                { label: t('sign_on_settings.record_name'), value: <CopyText text={domain.recordName} /> },
                { label: t('sign_on_settings.record_value'), value: <CopyText text={domain.recordValue} /> },
              ]}
            />
          </div>
        </>
      ) : (
        <p className="quiet-text">
          {t('sign_on_settings.verified_at', { moment: times.moment(domain.verifiedAt) })}
        </p>
      )}
      <FailureNotice failure={failure} />
      {view.mayChange && (
        <div className="end-buttons">
          <Button
            variant="default"
            aria-label={t('my_security.remove_named', { name: domain.domain })}
            onClick={() => setIsRemoving(true)}
          >
            {t('my_security.remove')}
          </Button>
          {!isVerified && (
            <Button loading={verify.isPending} onClick={() => void check()}>
              {t('sign_on_settings.check')}
            </Button>
          )}
        </div>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        isDangerous
        title={t('sign_on_settings.remove_domain_title', { domain: domain.domain })}
        confirmLabel={t('sign_on_settings.remove_domain_confirm')}
        onConfirm={async () => {
          setIsRemoving(false);
          try {
            await remove.mutateAsync({ path });
            await onChanged('domain_removed');
          } catch {
            // The item shows the failure.
          }
        }}
        onCancel={() => setIsRemoving(false)}
      >
        {t('sign_on_settings.remove_domain_text')}
      </ConfirmDialog>
    </li>
  );
}
