import { useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getRiskControls, saveRiskControls } from '#features/risk-controls/endpoints.ts';
import type { RiskControls } from '#features/risk-controls/risk-controls.ts';
import { ControlsEditor, type SaveNews } from '#features/risk-controls/web/controls-editor.tsx';
import { WebSitesPanel } from '#features/risk-controls/web/web-sites-panel.tsx';
import { SecretPanel } from '#features/notifications/web/secret-panel.tsx';
import classes from '#features/risk-controls/web/risk-controls.module.css';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { CallFailure } from '#web/call/call-failure.ts';
import { useCall, useSend } from '#web/call/use-call.ts';

type Props = { installation: { installationId: number; installationName: string; mayEdit: boolean } };

/** Loads the controls of one installation, and loads them again once they are saved. */
export function ControlsPanel({ installation: { installationId, installationName, mayEdit } }: Props) {
  const { t } = useTranslation();
  const path = { installationId };
  const loaded = useCall(getRiskControls, { path }, { isHandledHere: true, staleTime: 0 });
  const send = useSend(saveRiskControls, { isHandledHere: true });
  const [news, setNews] = useState<SaveNews>();
  const [reading, setReading] = useState(0);
  // What a cache remembers is no version to edit.
  const controls = loaded.isFetchedAfterMount ? loaded.data : undefined;

  async function reload(what: SaveNews | undefined): Promise<void> {
    await loaded.refetch();
    setNews(what);
    setReading((number) => number + 1);
  }
  async function save(next: RiskControls): Promise<void> {
    setNews(undefined);
    try {
      await send.mutateAsync({ path, body: { ...next, version: controls?.version ?? 0 } });
      await reload('saved');
    } catch (failure) {
      setNews(failure instanceof CallFailure && failure.status === 412 ? 'conflict' : 'failed');
    }
  }
  return (
    <section className={classes.editor} aria-labelledby="risk-controls-of">
      <h2 className={classes.head} id="risk-controls-of">
        {installationName}
      </h2>
      {loaded.error != null ? (
        <ErrorState
          title={t('risk_controls.load_failed')}
          requestId={loaded.error.requestId}
          onRetry={() => void loaded.refetch()}
        />
      ) : controls == null ? (
        <SkeletonLines lines={12} />
      ) : (
        <ControlsEditor
          key={reading}
          loaded={controls}
          mayEdit={mayEdit}
          news={news}
          onNewsRead={() => setNews(undefined)}
          isSaving={send.isPending}
          onSave={save}
          onReload={() => void reload(undefined)}
        />
      )}
      <WebSitesPanel installationId={installationId} mayEdit={mayEdit} />
      <div className={classes.group}>
        <h3>{t('notifications.secret.title')}</h3>
        <p>{t('notifications.secret.help')}</p>
        <div className={classes.part}>
          <SecretPanel installationId={installationId} mayRenew={mayEdit} />
        </div>
      </div>
    </section>
  );
}
