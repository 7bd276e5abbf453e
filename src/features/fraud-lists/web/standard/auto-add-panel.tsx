import { Button } from '@mantine/core';
import { useState } from 'react';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall } from '#web/call/use-call.ts';
import { Allowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { Trans } from '#web/translate/trans.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { AutoAddConfig } from '../../auto-add.ts';
import { getAutoAdd, saveAutoAdd } from '../../endpoints.ts';
import { AutoAddDialog } from './auto-add-dialog.tsx';
import classes from '../fraud-lists.module.css';
import { useListLabels } from '../use-list-labels.ts';

/** The auto-add settings as a sentence. A failure is never shown as "off". */
export function AutoAddPanel() {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const config = useCall(getAutoAdd, { path }, { handlesOwnErrors: true, staleTime: 0 });
  const [isEditing, setIsEditing] = useState(false);
  if (config.error != null) {
    // Without the permission at the company there is nothing to show.
    if (config.error.status === 403) return null;
    return (
      <FailureNotice
        failure={config.error}
        title={t('fraud_lists.auto_add.load_failed')}
        action={
          <Button variant="default" size="compact-sm" onClick={() => void config.refetch()}>
            {texts.retry}
          </Button>
        }
      />
    );
  }
  if (config.data == null) return <SkeletonLines lines={2} />;
  return (
    <section className={classes.panel} aria-label={t('fraud_lists.auto_add.title')}>
      <p className={classes.panelText}>
        <AutoAddSentence config={config.data} />
      </p>
      <Allowed to={saveAutoAdd}>
        <Button variant="default" onClick={() => setIsEditing(true)}>
          {t('fraud_lists.auto_add.edit')}
        </Button>
        <AutoAddDialog
          config={config.data}
          isOpen={isEditing}
          onClose={() => setIsEditing(false)}
          onSaved={() => void config.refetch()}
        />
      </Allowed>
    </section>
  );
}

function AutoAddSentence({ config }: { config: AutoAddConfig }) {
  const { t } = useTranslation();
  const { locale, number } = useListLabels();
  if (!config.active) return t('fraud_lists.auto_add.off');
  const names = (types: readonly string[]): string[] =>
    types.map((type) => t(`fraud_lists.auto_add.type.${type}`));
  const sources = new Intl.ListFormat(locale, { type: 'disjunction' }).format(names(config.sourceTypes));
  const targets = new Intl.ListFormat(locale).format(names(config.targetTypes));
  const { expiry } = config;
  const parts = { values: { sources, targets }, components: { strong: <strong /> } };
  return (
    <>
      <Trans i18nKey="fraud_lists.auto_add.sentence" {...parts} />{' '}
      {expiry === null
        ? t('fraud_lists.auto_add.until_source')
        : t(`fraud_lists.auto_add.after.${expiry.expiryPeriodicity}`, {
            count: expiry.value,
            number: number(expiry.value),
          })}
    </>
  );
}
