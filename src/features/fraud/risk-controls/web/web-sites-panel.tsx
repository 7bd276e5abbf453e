import { Button } from '@mantine/core';
import { useState } from 'react';
import { errorText } from '#web/translate/translate.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getWebOrigins, saveWebOrigins } from '#features/payments/hosted-sessions/endpoints.ts';
import { originsAllowed, readOrigins } from '#shared/web-origin.ts';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { isVersionConflict } from '#web/call/call-failure.ts';
import { useFreshCall, useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';

interface Props {
  installationId: number;
  mayEdit: boolean;
}
type SaveResult = 'saved' | 'conflict';

/** The sites that may embed the installation's payment pages and receive payers back. */
export function WebSitesPanel({ installationId, mayEdit }: Props) {
  const { t } = useTranslation();
  const path = { installationId };
  const loaded = useFreshCall(getWebOrigins, { path });
  const [result, setResult] = useState<SaveResult>();
  /** After a conflict the user loads the stored origins. */
  const [formKey, setFormKey] = useState(0);
  const origins = loaded.data?.webOrigins;
  async function reload(next: SaveResult | undefined): Promise<void> {
    await loaded.refetch();
    setResult(next);
    if (next !== 'saved') setFormKey((number) => number + 1);
  }
  return (
    <>
      {loaded.error !== null ? (
        <ErrorState
          title={t('risk_controls.sites_load_failed')}
          requestId={loaded.error.requestId}
          onRetry={() => void loaded.refetch()}
        >
          {errorText(loaded.error.message)}
        </ErrorState>
      ) : origins === undefined ? (
        <SkeletonLines lines={3} />
      ) : (
        <SitesForm
          key={formKey}
          mayEdit={mayEdit}
          path={path}
          loaded={origins}
          onResult={setResult}
          onReload={reload}
        />
      )}
      {result !== undefined && (
        <Notice
          kind={result === 'saved' ? 'success' : 'failed'}
          action={
            result === 'conflict' && (
              <Button variant="default" size="xs" onClick={() => void reload(undefined)}>
                {t('risk_controls.reload')}
              </Button>
            )
          }
          onClose={() => setResult(undefined)}
        >
          {t(`risk_controls.sites_news.${result}`)}
        </Notice>
      )}
    </>
  );
}

interface FormProps {
  mayEdit: boolean;
  path: { installationId: number };
  loaded: string[];
  onResult: (result: SaveResult | undefined) => void;
  onReload: (result: SaveResult) => Promise<void>;
}

function SitesForm({ mayEdit, path, loaded, onResult, onReload }: FormProps) {
  const { t } = useTranslation();
  const send = useSend(saveWebOrigins, { handlesOwnErrors: true });
  const stored = loaded.join('\n');
  const form = useForm({
    initial: { sites: stored },
    version: stored,
    comparable: (values) => {
      const read = readOrigins(values.sites);
      return 'wrong' in read ? values.sites : read.origins.join('\n');
    },
    validate: ({ sites }) => findSiteErrors(sites),
    errorText: (error) => {
      const read = readOrigins(form.values.sites);
      return error === 'too_many'
        ? t('risk_controls.sites_too_many', { count: originsAllowed })
        : t('risk_controls.sites_wrong', { site: 'wrong' in read ? read.wrong : '' });
    },
    async send({ sites }) {
      const read = readOrigins(sites);
      if ('wrong' in read) return;
      onResult(undefined);
      try {
        await send.mutateAsync({ path, body: { webOrigins: read.origins, before: loaded } });
        await onReload('saved');
      } catch (cause) {
        // Any other failure is the form's own.
        if (!isVersionConflict(cause)) throw cause;
        onResult('conflict');
      }
    },
  });
  const { isDirty } = form;
  return (
    <>
      <UnsavedGuard isDirty={isDirty} />
      <TextAreaField
        {...form.field('sites')}
        label={t('risk_controls.sites_label')}
        help={loaded.length === 0 && !isDirty ? t('risk_controls.sites_none') : t('risk_controls.sites_form')}
        readOnly={!mayEdit}
        autosize
        minRows={3}
        maxRows={12}
        spellCheck={false}
      />
      <FailureNotice failure={form.failure} title={t('risk_controls.sites_news.failed')} />
      {mayEdit && (
        <div className="end-buttons">
          <Button
            variant="default"
            disabled={form.values.sites === stored || form.isBusy}
            onClick={form.reset}
          >
            {t('risk_controls.sites_undo')}
          </Button>
          <Button disabled={!isDirty} loading={form.isBusy} onClick={() => void form.submit()}>
            {t('risk_controls.sites_save')}
          </Button>
        </div>
      )}
    </>
  );
}

function findSiteErrors(sites: string): { sites?: 'wrong' | 'too_many' } {
  const read = readOrigins(sites);
  if ('wrong' in read) return { sites: 'wrong' };
  return read.origins.length > originsAllowed ? { sites: 'too_many' } : {};
}
