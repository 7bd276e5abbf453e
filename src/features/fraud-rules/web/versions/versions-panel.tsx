import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { Timeline, type TimelineItem } from '#ui/timeline/timeline.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { errorText } from '#web/translate/translate.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getRuleVersions } from '../../endpoints.ts';
import type { RuleContent } from '../../rule.ts';
import { ruleDifferences } from '../../rule-difference.ts';
import type { AnyRuleView, RuleVersion } from '../../schemas.ts';
import { type SentenceWords, plainSentence } from '../../sentence.ts';
import { useSaveRule } from '../editor/use-save-rule.ts';
import { useSaveGuard } from '../impact/use-save-guard.tsx';
import { toDraftRule } from '../rule-content.ts';
import { useSentenceWords } from '../use-sentence-words.ts';
import { DifferenceList } from './difference-list.tsx';

interface Props {
  rule: AnyRuleView;
  isOpen: boolean;
  onClose: () => void;
  onRestored: () => void;
}

const icons = {
  CREATE: IconPlus,
  UPDATE: IconPencil,
  ACTIVATE: IconPlayerPlay,
  DEACTIVATE: IconPlayerPause,
  DELETE: IconTrash,
} as const;
const noLists: AnyRuleView['lists'] = [];

/** Who changed a rule and how, newest first; any version can be restored. */
export function VersionsPanel({ rule, isOpen, onClose, onRestored }: Props) {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const { ruleId } = rule;
  const [asked, setAsked] = useState<RuleVersion>();
  const [isAsking, setIsAsking] = useState(false);
  const loaded = useVersions(ruleId, orgId, isOpen);
  const { versions, lists } = loaded;
  const words = useSentenceWords(lists);
  const saving = useSaveRule({ orgId, stored: rule });
  const guard = useSaveGuard({ orgId, name: rule.name, ruleId });
  async function restore(): Promise<void> {
    const content = asked?.rule as RuleContent | undefined;
    setIsAsking(false);
    if (!content) return;
    const { active, version } = rule;
    const answer = active ? await guard.ask(toDraftRule(content)) : { kind: 'save' as const };
    if (answer.kind !== 'save') return;
    if (await saving.save(content, { active, version, confirmed: answer.confirmed })) onRestored();
  }
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      title={t('rules.versions.title')}
      isCovered={isAsking || guard.dialog !== undefined}
    >
      {guard.dialog}
      {(saving.failure !== undefined || saving.conflict !== undefined || saving.hasDeferError) && (
        <Notice kind="failed" title={t('rules.versions.not_restored')}>
          {t(saving.conflict === undefined ? 'rules.versions.cannot_restore' : 'rules.versions.changed')}
        </Notice>
      )}
      {loaded.error != null ? (
        <ErrorState
          title={t('rules.versions.failed')}
          requestId={loaded.error.requestId}
          onRetry={() => void loaded.refetch()}
        >
          {errorText(loaded.error.message)}
        </ErrorState>
      ) : versions === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <>
          <VersionList
            versions={versions}
            current={rule}
            words={words}
            onRestore={(version) => {
              setAsked(version);
              setIsAsking(true);
            }}
          />
          {versions.length === 1 && <EmptyState title={t('rules.versions.none')} />}
          {loaded.hasNextPage && (
            <Button
              variant="default"
              loading={loaded.isFetchingNextPage}
              onClick={() => void loaded.fetchNextPage()}
            >
              {t('rules.versions.more')}
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        isOnTop
        title={t('rules.versions.ask', { version: asked?.version ?? 0 })}
        confirmLabel={t('rules.versions.restore')}
        onConfirm={restore}
        onCancel={() => setIsAsking(false)}
      >
        {t(rule.active ? 'rules.versions.ask_active' : 'rules.versions.ask_inactive', {
          version: rule.version + 1,
        })}
      </ConfirmDialog>
    </SidePanel>
  );
}

/** Versions by page, newest first, and the lists that they refer to. */
function useVersions(ruleId: number, orgId: number, enabled: boolean) {
  const loaded = useInfiniteQuery<Page, CallFailure, InfiniteData<Page>, unknown[], number | undefined>({
    queryKey: [getRuleVersions.name, ruleId, orgId],
    queryFn: ({ pageParam: before, signal }) =>
      callUntil(
        getRuleVersions,
        { path: { ruleId, orgId }, query: before === undefined ? {} : { before } },
        signal,
      ),
    initialPageParam: undefined,
    getNextPageParam: ({ hasMore, versions }) => (hasMore ? versions.at(-1)?.version : undefined),
    meta: { isHandledHere: true },
    staleTime: 0,
    enabled,
  });
  const pages = loaded.data?.pages;
  const versions = useMemo(() => pages?.flatMap((page) => page.versions), [pages]);
  const lists = useMemo(() => pages?.flatMap((page) => page.lists) ?? noLists, [pages]);
  return { ...loaded, versions, lists };
}

type Page = ResponseInputOf<typeof getRuleVersions>;

interface ListProps {
  versions: readonly RuleVersion[];
  current: AnyRuleView;
  words: SentenceWords;
  onRestore: (version: RuleVersion) => void;
}

function VersionList({ versions, current, words, onRestore }: ListProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const items = useMemo(
    () =>
      versions.map((version, index): TimelineItem => {
        const { action, savedBy, savedAt } = version;
        const before = versions[index + 1];
        const rule = version.rule as RuleContent;
        const differences = before ? ruleDifferences(before.rule as RuleContent, rule, words) : [];
        const isCurrent = version.version === current.version;
        return {
          id: String(version.version),
          icon: icons[action],
          title: t(`rules.versions.act.${action}`, { version: version.version }),
          status: isCurrent ? t('rules.versions.current') : undefined,
          text:
            action === 'CREATE' || (before === undefined && action === 'UPDATE') ? (
              plainSentence(rule, words)
            ) : differences.length > 0 ? (
              <DifferenceList differences={differences} />
            ) : undefined,
          time: times.long(savedAt),
          actor: savedBy,
          link:
            current.mayEdit && !isCurrent ? (
              <Button variant="subtle" size="compact-xs" onClick={() => onRestore(version)}>
                {t('rules.versions.restore')}
              </Button>
            ) : undefined,
        };
      }),
    [versions, current, words, t, times, onRestore],
  );
  return <Timeline label={t('rules.versions.title')} items={items} />;
}
