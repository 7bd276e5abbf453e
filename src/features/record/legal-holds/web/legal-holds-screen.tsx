import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { useCall, useSend } from '#web/call/use-call.ts';
import { useButtonForm } from '#web/form/use-form.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { listLegalHolds, releaseLegalHold } from '../endpoints.ts';
import type { LegalHold } from '../schemas.ts';
import { HoldDialog } from './hold-dialog.tsx';

/** /settings/legal-holds: the holds of the selected organisation and below (docs/domain.md#legal-holds). */
export function LegalHoldsScreen() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const [isNew, setNew] = useState(false);
  const list = useCall(listLegalHolds, { path: { orgId } }, { handlesOwnErrors: true });
  const reread = (): void => {
    setNew(false);
    void queries.invalidateQueries({ queryKey: ['listLegalHolds'] });
  };
  return (
    <Page
      width="form"
      title={t('screen.legalHolds')}
      subtitle={t('legal_holds.subtitle')}
      actions={<Button onClick={() => setNew(true)}>{t('legal_holds.new')}</Button>}
    >
      {list.isPending && <SkeletonLines lines={4} lineHeight={36} />}
      {list.isError && (
        <ErrorState
          title={t('legal_holds.failed')}
          requestId={list.error.requestId}
          onRetry={() => void list.refetch()}
        >
          {errorText(list.error.message)}
        </ErrorState>
      )}
      {list.data?.holds.length === 0 && (
        <EmptyState title={t('legal_holds.none')} icon={<IconLock size={22} aria-hidden />}>
          {t('legal_holds.none_text')}
        </EmptyState>
      )}
      {list.data !== undefined && list.data.holds.length > 0 && (
        <ul className="plain-list" aria-label={t('screen.legalHolds')}>
          {list.data.holds.map((hold) => (
            <HoldItem key={hold.holdId} orgId={orgId} hold={hold} onReleased={reread} />
          ))}
        </ul>
      )}
      {isNew && <HoldDialog orgId={orgId} onDone={reread} onClose={() => setNew(false)} />}
    </Page>
  );
}

interface ItemProps {
  orgId: number;
  hold: LegalHold;
  onReleased: () => void;
}

function HoldItem({ orgId, hold, onReleased }: ItemProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const [isEnding, setEnding] = useState(false);
  const release = useSend(releaseLegalHold, { handlesOwnErrors: true });
  const { holdId, kind, objectId, organisationName, endedAt, endedBy, endsAt } = hold;
  const form = useButtonForm(async () => {
    setEnding(false);
    await release.mutateAsync({ path: { orgId, holdId } });
    onReleased();
  });
  const end =
    endedAt !== null
      ? t(endedBy === null ? 'legal_holds.ended' : 'legal_holds.ended_by', {
          at: times.short(endedAt),
          name: endedBy ?? '',
        })
      : endsAt === null
        ? t('legal_holds.open')
        : t('legal_holds.until', { day: times.date(endsAt) });
  return (
    <li className="boxed-item">
      <div>
        <p className="boxed-item-name">
          {t(`legal_holds.kind.${kind}`)} {objectId ?? organisationName}{' '}
          <StatusBadge
            tone={endedAt === null ? 'info' : 'neutral'}
            label={t(endedAt === null ? 'legal_holds.in_force' : 'legal_holds.over')}
          />
        </p>
        <p>{hold.reason}</p>
        <p className="quiet-text">
          {[
            ...(objectId === null ? [] : [organisationName]),
            hold.createdBy,
            times.short(hold.createdAt),
            end,
          ].join(' · ')}
        </p>
        <FailureNotice failure={form.failure} />
      </div>
      {endedAt === null && (
        <div className="end-buttons">
          <Button variant="default" loading={form.isBusy} onClick={() => setEnding(true)}>
            {t('legal_holds.end')}
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isEnding}
        title={t('legal_holds.end_title')}
        confirmLabel={t('legal_holds.end')}
        onConfirm={() => form.submit()}
        onCancel={() => setEnding(false)}
      >
        {t('legal_holds.end_text')}
      </ConfirmDialog>
    </li>
  );
}
