import { Button, SegmentedControl } from '@mantine/core';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { Page } from '#ui/layout/page.tsx';
import { useAddress } from '#web/address.ts';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { readApprovalsSearch } from '../approvals-search.ts';
import { countApprovals, listApprovals } from '../endpoints.ts';
import type { ApprovalView } from '../schemas.ts';
import { ApprovalCard } from './approval-card.tsx';
import { type Choice, DecideDialog } from './decide-dialog.tsx';
import classes from './approvals.module.css';

/** /approvals: requests that the user made or may decide (docs/domain.md#approvals). */
export function ApprovalsScreen() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const { organisation } = useSignedIn();
  const { tab } = useAddress(readApprovalsSearch);
  const list = useApprovals(organisation.selectedParentOrgId, tab === 'decided' ? 'DECIDED' : 'WAITING');
  const [choice, setChoice] = useState<Choice>();
  const items = list.data?.pages.flatMap((page) => page.items as ApprovalView[]);
  async function readAgain(): Promise<void> {
    await queries.invalidateQueries({ queryKey: [listApprovals.name] });
    await queries.invalidateQueries({ queryKey: [countApprovals.name] });
  }
  return (
    <Page width="form" title={t('screen.approvals')} subtitle={organisation.selectedOrgName}>
      <div className={classes.screen}>
        <SegmentedControl
          aria-label={t('approvals.which')}
          data={['waiting', 'decided'].map((value) => ({ value, label: t(`approvals.tab.${value}`) }))}
          value={tab ?? 'waiting'}
          onChange={(value) => void navigate(paths.approvals(value === 'decided' ? { tab: 'decided' } : {}))}
        />
        {list.error != null ? (
          <ErrorState
            title={t('approvals.failed')}
            requestId={list.error.requestId}
            onRetry={() => void list.refetch()}
          >
            {errorText(list.error.message)}
          </ErrorState>
        ) : items === undefined ? (
          <SkeletonLines lines={8} />
        ) : items.length === 0 ? (
          <EmptyState title={t(tab === 'decided' ? 'approvals.none_decided' : 'approvals.none_waiting')}>
            {t('approvals.none_text')}
          </EmptyState>
        ) : (
          <ul className={classes.list}>
            {items.map((approval) => (
              <li key={approval.approvalId}>
                <ApprovalCard approval={approval} onChoose={(what) => setChoice({ approval, what })} />
              </li>
            ))}
          </ul>
        )}
        {list.hasNextPage && (
          <div>
            <Button
              variant="default"
              loading={list.isFetchingNextPage}
              onClick={() => void list.fetchNextPage()}
            >
              {t('approvals.show_more')}
            </Button>
          </div>
        )}
      </div>
      {choice !== undefined && (
        <DecideDialog choice={choice} onDecided={readAgain} onClose={() => setChoice(undefined)} />
      )}
    </Page>
  );
}

function useApprovals(orgId: number, state: 'WAITING' | 'DECIDED') {
  type Found = ResponseInputOf<typeof listApprovals>;
  return useInfiniteQuery<Found, CallFailure, InfiniteData<Found>, readonly unknown[], string | undefined>({
    queryKey: [listApprovals.name, orgId, state],
    queryFn: ({ pageParam, signal }) =>
      callUntil(
        listApprovals,
        { path: { orgId }, query: { state, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    staleTime: 0,
    meta: { isHandledHere: true },
  });
}
