import { SegmentedControl, Button } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { DataGrid } from '#ui/grid/data-grid.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useAddress } from '#web/address.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { ListFailure } from '#web/list-screen/list-failure.tsx';
import { PlainListBar } from '#web/list-screen/list-tools.tsx';
import { useDensity } from '#web/preferences.ts';
import { Allowed, isAllowed } from '#web/session/allowed.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getAutoAdd, getExtendedAllowLists, getExtendedBlockLists, saveAutoAdd } from '../endpoints.ts';
import type { FraudList } from '../list-shapes.ts';
import { type ListChange, ListChangeDialog } from './manager/list-change-dialog.tsx';
import { useListLabels } from './use-list-labels.ts';
import { readStandardSearch } from '../standard-search.ts';
import { standardColumns } from './standard-columns.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { Trans } from '#web/translate/trans.tsx';
import type { AutoAddConfig } from '../auto-add.ts';
import { AutoAddDialog } from './auto-add-dialog.tsx';
import classes from './fraud-lists.module.css';

const rowId = ({ listId }: FraudList): string => String(listId);

/** /negativePositiveLists: the block lists and the allow lists of the company. */
export function StandardListsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { organisation } = useSignedIn();
  const { list: tab } = useAddress(readStandardSearch);
  const isBlock = tab === 'block';
  return (
    <Page title={t('screen.blackWhiteLists')} subtitle={organisation.selectedOrgName}>
      <div>
        <SegmentedControl
          aria-label={t('screen.blackWhiteLists')}
          value={tab}
          onChange={(list) => void navigate({ ...paths.standardLists({ list }), replace: true })}
          data={[
            { value: 'block', label: t('fraud_lists.standard.block') },
            { value: 'allow', label: t('fraud_lists.standard.allow') },
          ]}
        />
      </div>
      <p>{t(isBlock ? 'fraud_lists.standard.block_help' : 'fraud_lists.standard.allow_help')}</p>
      {isBlock && (
        <Allowed to={getAutoAdd}>
          <AutoAddPanel />
        </Allowed>
      )}
      <StandardLists key={tab} kind={isBlock ? 'block' : 'allow'} />
    </Page>
  );
}

function StandardLists({ kind }: { kind: 'block' | 'allow' }) {
  const { t } = useTranslation();
  const session = useSignedIn();
  const navigate = useNavigate();
  const labels = useListLabels();
  const times = useTimes();
  const density = useDensity();
  const [change, setChange] = useState<ListChange>();
  const path = { orgId: session.organisation.selectedParentOrgId };
  const lists = useCall(
    kind === 'block' ? getExtendedBlockLists : getExtendedAllowLists,
    { path },
    { handlesOwnErrors: true, staleTime: 0 },
  );
  const columns = useMemo(() => standardColumns(t, labels, times), [t, labels, times]);
  const mayEdit = isAllowed(session, { anyOf: ['P_EDIT_FRAUD_NEGATIVE_POSITIVE_LISTS'] });
  const icon = { size: 16, 'aria-hidden': true } as const;
  return (
    <>
      <PlainListBar
        total={lists.error === null ? lists.data?.data.length : undefined}
        countKey="fraud_lists.count"
        isLoading={lists.isFetching}
        refresh={() => void lists.refetch()}
      />
      <DataGrid
        label={t(`fraud_lists.standard.${kind}`)}
        columns={columns}
        rows={lists.data?.data}
        rowId={rowId}
        isLoading={lists.isFetching}
        density={density}
        visibleRows={6}
        onOpen={({ listType, listId }) => void navigate(paths.list(listType, listId))}
        actions={
          mayEdit
            ? [
                {
                  id: 'deactivate',
                  label: t('fraud_lists.deactivate'),
                  icon: <IconPlayerPause {...icon} />,
                  onClick: (list: FraudList) => setChange({ list, action: 'deactivate' }),
                  isFor: ({ active }: FraudList) => active,
                },
                {
                  id: 'activate',
                  label: t('fraud_lists.activate'),
                  icon: <IconPlayerPlay {...icon} />,
                  onClick: (list: FraudList) => setChange({ list, action: 'activate' }),
                  isFor: ({ active }: FraudList) => !active,
                },
              ]
            : undefined
        }
        error={
          lists.error === null ? undefined : (
            <ListFailure
              texts={{ title: t('fraud_lists.failed') }}
              failure={lists.error}
              onRetry={() => void lists.refetch()}
            />
          )
        }
        empty={
          <EmptyState title={t('fraud_lists.standard.none')}>
            {t('fraud_lists.standard.none_text')}
          </EmptyState>
        }
      />
      <ListChangeDialog
        change={change}
        onClose={() => setChange(undefined)}
        onChanged={() => void lists.refetch()}
      />
    </>
  );
}

/** The auto-add settings as a sentence. A failure is never shown as "off". */
function AutoAddPanel() {
  const { t } = useTranslation();
  const texts = useUiTexts();
  const { organisation } = useSignedIn();
  const path = { orgId: organisation.selectedParentOrgId };
  const config = useCall(getAutoAdd, { path }, { handlesOwnErrors: true, staleTime: 0 });
  const [isEditing, setIsEditing] = useState(false);
  if (config.error !== null) {
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
  if (config.data === undefined) return <SkeletonLines lines={2} />;
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
