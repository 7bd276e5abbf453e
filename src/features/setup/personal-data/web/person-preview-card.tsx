import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Card } from '#ui/layout/card.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { useCall } from '#web/call/use-call.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { previewPerson } from '../endpoints.ts';
import { RequestDialog } from './request-dialog.tsx';
import { useDataLabels } from './use-data-labels.ts';

interface Props {
  orgId: number;
  customerIds: readonly string[];
  onRequested: () => void;
}

/** What is held of the chosen customers, and what an erasure would wait for. */
export function PersonPreviewCard({ orgId, customerIds, onRequested }: Props) {
  const { t } = useTranslation();
  const { kindsOf, waitTextOf } = useDataLabels();
  const [dialog, setDialog] = useState<'EXPORT' | 'ERASURE'>();
  const body = { customerIds: customerIds.map(Number) };
  const preview = useCall(previewPerson, { path: { orgId }, body }, { handlesOwnErrors: true, staleTime: 0 });
  const { data, error } = preview;
  return (
    <Card title={t('personal_data.held')}>
      {preview.isPending && <SkeletonLines lines={6} />}
      {error !== null && (
        <ErrorState
          title={t('personal_data.failed')}
          requestId={error.requestId}
          onRetry={() => void preview.refetch()}
        >
          {errorText(error.message)}
        </ErrorState>
      )}
      {data !== undefined && (
        <div className="stack">
          <DetailsList columns={2} details={kindsOf(data.counts)} />
          {!data.isWholeCompany && <p className="quiet-text">{t('personal_data.below_company')}</p>}
          {data.blockers.map(({ kind, ids }) => (
            <Notice
              key={kind}
              kind="failed"
              title={t(`personal_data.blocker.${kind}`, { count: ids.length })}
            >
              {t(`personal_data.blocker_text.${kind}`)}
            </Notice>
          ))}
          {data.waiting.length > 0 && (
            <Notice kind="pending" title={t('personal_data.waiting')}>
              <ul className="plain-list">
                {data.waiting.map((wait) => (
                  <li key={wait.reason}>{waitTextOf(wait)}</li>
                ))}
              </ul>
            </Notice>
          )}
          <div className="end-buttons">
            <Button variant="default" onClick={() => setDialog('EXPORT')}>
              {t('personal_data.export')}
            </Button>
            <Button
              color="red"
              variant="outline"
              disabled={data.blockers.length > 0}
              onClick={() => setDialog('ERASURE')}
            >
              {t('personal_data.erase')}
            </Button>
          </div>
        </div>
      )}
      {dialog !== undefined && (
        <RequestDialog
          orgId={orgId}
          kind={dialog}
          customerIds={body.customerIds}
          hasLists={(data?.counts.lists ?? 0) > 0}
          onDone={() => {
            setDialog(undefined);
            onRequested();
          }}
          onClose={() => setDialog(undefined)}
        />
      )}
    </Card>
  );
}
