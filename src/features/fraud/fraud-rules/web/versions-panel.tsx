import { Button } from '@mantine/core';
import { IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconTrash } from '@tabler/icons-react';
import { type InfiniteData, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ResponseInputOf } from '#shared/define-endpoint.ts';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { ConfirmDialog } from '#ui/overlay/confirm-dialog.tsx';
import { SidePanel } from '#ui/overlay/side-panel.tsx';
import { Timeline, type TimelineItem } from '#ui/timeline.tsx';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import type { CallFailure } from '#web/call/call-failure.ts';
import { callUntil } from '#web/call/call.ts';
import { useTimes } from '#web/format/use-times.ts';
import { ListFailure } from '#web/list-screen/list-failure.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useButtonForm } from '#web/form/use-form.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { getRuleVersions } from '../endpoints.ts';
import type { RuleContent } from '../rule.ts';
import { ruleDifferences, type RuleDifference } from '../rule-difference.ts';
import type { AnyRuleView, RuleVersion } from '../schemas.ts';
import { type SentenceLabels, plainSentence } from '../sentence.ts';
import { useSaveRule } from './editor/use-save-rule.ts';
import { useSaveGuard } from './impact/use-save-guard.tsx';
import { toDraftRule } from './rule-content.ts';
import { useSentenceLabels } from './use-sentence-labels.ts';
import classes from './rules.module.css';

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

/** The versions of a rule with their authors, newest first. Any version can be restored. */
export function VersionsPanel({ rule, isOpen, onClose, onRestored }: Props) {
  const { t } = useTranslation();
  const orgId = useSignedIn().organisation.selectedParentOrgId;
  const loaded = useVersions(rule.ruleId, orgId, isOpen);
  const restoring = useRestore(rule, orgId, onRestored);
  const { selected, isConfirming } = restoring;
  return (
    <SidePanel
      isOpen={isOpen}
      onClose={onClose}
      title={t('rules.versions.title')}
      isCovered={isConfirming || restoring.question !== undefined}
    >
      {restoring.question}
      <FailureNotice failure={restoring.failure} title={t('rules.versions.not_restored')}>
        {t('rules.versions.cannot_restore')}
      </FailureNotice>
      {restoring.blockReason !== undefined && (
        <Notice kind="failed" title={t('rules.versions.not_restored')}>
          {t(`rules.versions.${restoring.blockReason}`)}
        </Notice>
      )}
      {loaded.error !== null ? (
        <ListFailure
          texts={{ title: t('rules.versions.failed') }}
          failure={loaded.error}
          onRetry={() => void loaded.refetch()}
        />
      ) : loaded.versions === undefined ? (
        <SkeletonLines lines={8} />
      ) : (
        <VersionPages
          loaded={loaded}
          versions={loaded.versions}
          current={rule}
          onRestore={restoring.requestRestore}
        />
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        isOnTop
        title={t('rules.versions.ask', { version: selected?.version ?? 0 })}
        confirmLabel={t('rules.versions.restore_confirm', { version: selected?.version ?? 0 })}
        onConfirm={restoring.restore}
        onCancel={restoring.cancel}
      >
        {t(rule.active ? 'rules.versions.ask_active' : 'rules.versions.ask_inactive', {
          version: rule.version + 1,
        })}
      </ConfirmDialog>
    </SidePanel>
  );
}

/** Saves an earlier version as the newest, after a question. */
function useRestore(rule: AnyRuleView, orgId: number, onRestored: () => void) {
  const { ruleId, name, active, version } = rule;
  const [selected, setSelected] = useState<RuleVersion>();
  const [isConfirming, setIsConfirming] = useState(false);
  const saving = useSaveRule({ orgId, stored: rule });
  const guard = useSaveGuard({ orgId, name, ruleId });
  const form = useButtonForm(async () => {
    const content = selected?.rule as RuleContent | undefined;
    if (!content) return;
    const response = active ? await guard.confirmSave(toDraftRule(content)) : { kind: 'save' as const };
    if (response.kind !== 'save') return;
    if (await saving.save(content, { active, version, confirmed: response.confirmed })) onRestored();
  });
  const hasDeferError = form.failure?.code === 'validation_defer_error';
  return {
    selected,
    isConfirming,
    requestRestore(next: RuleVersion): void {
      setSelected(next);
      setIsConfirming(true);
    },
    cancel: () => setIsConfirming(false),
    async restore(): Promise<void> {
      setIsConfirming(false);
      await form.submit();
    },
    question: guard.dialog,
    failure: hasDeferError ? undefined : form.failure,
    blockReason: saving.conflict !== undefined ? 'changed' : hasDeferError ? 'cannot_restore' : undefined,
  };
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
    meta: { handlesOwnErrors: true },
    staleTime: 0,
    enabled,
  });
  const pages = loaded.data?.pages;
  const versions = useMemo(() => pages?.flatMap((page) => page.versions), [pages]);
  const lists = useMemo(() => pages?.flatMap((page) => page.lists) ?? noLists, [pages]);
  return { ...loaded, versions, lists };
}

type Page = ResponseInputOf<typeof getRuleVersions>;

interface PagesProps {
  loaded: ReturnType<typeof useVersions>;
  versions: readonly RuleVersion[];
  current: AnyRuleView;
  onRestore: (version: RuleVersion) => void;
}

/** The versions that are loaded, and a button for more. */
function VersionPages({ loaded, versions, current, onRestore }: PagesProps) {
  const { t } = useTranslation();
  const labels = useSentenceLabels(loaded.lists);
  return (
    <>
      <VersionList versions={versions} current={current} labels={labels} onRestore={onRestore} />
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
  );
}

interface ListProps {
  versions: readonly RuleVersion[];
  current: AnyRuleView;
  labels: SentenceLabels;
  onRestore: (version: RuleVersion) => void;
}

function VersionList({ versions, current, labels, onRestore }: ListProps) {
  const { t } = useTranslation();
  const times = useTimes();
  const items = useMemo(
    () =>
      versions.map((version, index): TimelineItem => {
        const { action, savedBy, savedAt } = version;
        const before = versions[index + 1];
        const rule = version.rule as RuleContent;
        const differences = before ? ruleDifferences(before.rule as RuleContent, rule, labels) : [];
        const isCurrent = version.version === current.version;
        return {
          id: String(version.version),
          icon: icons[action],
          title: t(`rules.versions.act.${action}`, { version: version.version }),
          status: isCurrent ? t('rules.versions.current') : undefined,
          text:
            action === 'CREATE' || (before === undefined && action === 'UPDATE') ? (
              plainSentence(rule, labels)
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
    [versions, current, labels, t, times, onRestore],
  );
  return <Timeline label={t('rules.versions.title')} items={items} />;
}

/** Changes between two versions: removed, added and changed parts. */
export function DifferenceList({ differences }: { differences: readonly RuleDifference[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.differences}>
      {differences.map(({ kind, text }, index) => (
        <li key={index} data-kind={kind}>
          {kind === 'changed' ? text : t(`rules.change.${kind}`, { text })}
        </li>
      ))}
    </ul>
  );
}
