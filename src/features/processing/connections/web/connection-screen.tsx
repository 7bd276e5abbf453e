import { useState } from 'react';
import { HistoryPanel } from '#features/record/audit/web/history-panel.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { Headline } from '#ui/layout/headline.tsx';
import { Page } from '#ui/layout/page.tsx';
import { LoadingPage } from '#web/call/loading-page.tsx';
import { useFreshCall } from '#web/call/use-call.ts';
import { usePathPart } from '#web/address.ts';
import { ModeBadge } from '#web/format/mode-badge.tsx';
import { useTimes } from '#web/format/use-times.ts';
import { useTabTitle } from '#web/tab-title.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getConnection } from '../endpoints.ts';
import type { ConnectionView } from '../schemas.ts';
import { AccountsCard } from './accounts-card.tsx';
import type { ConnectionFlash, ConnectionPart } from './connection-part.ts';
import { ConnectionActions } from './connection-actions.tsx';
import { ConnectionSettings } from './connection-settings.tsx';
import { ProcessorsLink } from './new-connection-screen.tsx';
import { StateBadge, adapterName } from './processor-words.tsx';
import { SecretsCard } from './secrets-card.tsx';
import { TestCard } from './test-card.tsx';
import { UseCard } from './use-card.tsx';

/** /settings/processors/{orgId}/{connectionId} (docs/processors.md#settings). */
export function ConnectionScreen() {
  const { t } = useTranslation();
  const path = { orgId: Number(usePathPart('orgId')), connectionId: Number(usePathPart('connectionId')) };
  const read = useFreshCall(getConnection, { path });
  if (read.data === undefined)
    return (
      <LoadingPage
        title={t('screen.connection')}
        back={<ProcessorsLink />}
        queries={[read]}
        notFound={t('processors.not_found')}
        failed={t('processors.failed')}
      />
    );
  return <Connection connection={read.data} reread={read.refetch} />;
}

function Connection({ connection, reread }: { connection: ConnectionView; reread: () => Promise<unknown> }) {
  const { t } = useTranslation();
  const times = useTimes();
  const [flash, setFlash] = useState<ConnectionFlash>();
  useTabTitle(connection.name);
  const { connectionId, name, adapter, organisationName, state, mode, downSince, fields } = connection;
  const part: ConnectionPart = {
    connection,
    onChanged: async (next) => {
      setFlash(next);
      await reread();
    },
  };
  return (
    <Page
      width="form"
      back={<ProcessorsLink />}
      title={name}
      subtitle={
        <Headline
          status={
            <>
              <StateBadge state={state} />
              <ModeBadge mode={mode} />
            </>
          }
          kind={adapterName(adapter)}
          owner={organisationName}
          id={String(connectionId)}
        />
      }
      actions={connection.mayChange && <ConnectionActions {...part} />}
    >
      {flash !== undefined && (
        <Notice kind="success" onClose={() => setFlash(undefined)}>
          {t(`processors.flash.${flash}`)}
        </Notice>
      )}
      {downSince !== null && (
        <Notice kind="failed" title={t('processors.down_since', { moment: times.moment(downSince) })}>
          {t('processors.down_text', { reason: connection.downReason ?? '' })}
        </Notice>
      )}
      {fields === null && <Notice kind="pending">{t('processors.not_loaded_text')}</Notice>}
      {state !== 'ACTIVE' && <Notice>{t(`processors.state_text.${state}`)}</Notice>}
      <TestCard {...part} />
      <SecretsCard {...part} />
      <ConnectionSettings {...part} />
      <AccountsCard {...part} />
      <UseCard connection={connection} />
      <HistoryPanel objectKind="connection" objectId={String(connectionId)} />
    </Page>
  );
}
