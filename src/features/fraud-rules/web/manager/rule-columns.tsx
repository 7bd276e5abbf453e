import type { GridColumn } from '#ui/grid/grid-column.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { AnyRuleView } from '../../schemas.ts';
import { type SentenceWords, plainSentence } from '../../sentence.ts';
import { NamesBadge } from './names-badge.tsx';

export function RuleStatus({ rule, t }: { rule: Pick<AnyRuleView, 'active'>; t: Translate }) {
  return (
    <StatusBadge
      tone={rule.active ? 'success' : 'neutral'}
      label={t(rule.active ? 'rules.active' : 'rules.inactive')}
    />
  );
}

/** "Block", "Test only". */
export const actionText = (action: string, t: Translate): string =>
  t(`rules.action.${action.replace('Territory', '')}`);

/** The columns of rules and territory rules. Without `matchesOf`, matches are not known yet. */
export function ruleColumns(
  t: Translate,
  times: Times,
  words: SentenceWords,
  matchesOf: ((rule: AnyRuleView) => string) | undefined,
): GridColumn<AnyRuleView>[] {
  const column = (id: string, name: string, width: number) => ({
    id,
    width,
    minWidth: width,
    header: t(`rules.column.${name}`),
  });
  const isMuted = ({ active }: AnyRuleView) => !active;
  return [
    {
      ...column('name', 'name', 200),
      card: 'title',
      isSortable: true,
      isPinned: true,
      isMuted,
      text: ({ name }) => name,
    },
    {
      ...column('sentence', 'sentence', 380),
      card: 'subtitle',
      isMuted,
      text: (rule) => plainSentence(rule, words),
    },
    {
      ...column('action', 'action', 110),
      isSortable: true,
      isMuted,
      text: ({ action }) => actionText(action, t),
    },
    {
      ...column('active', 'status', 110),
      card: 'status',
      isSortable: true,
      isWhole: 'badge',
      text: ({ active }) => t(active ? 'rules.active' : 'rules.inactive'),
      cell: (rule) => <RuleStatus rule={rule} t={t} />,
    },
    {
      ...column('merchants', 'merchants', 95),
      isNumeric: true,
      text: ({ merchantIds }) => String(merchantIds.length),
      cell: ({ merchantIds }) => <NamesBadge kind="merchants" ids={merchantIds} />,
    },
    {
      ...column('installations', 'installations', 110),
      isNumeric: true,
      text: ({ installationIds }) => String(installationIds.length),
      cell: ({ installationIds }) => <NamesBadge kind="installations" ids={installationIds} />,
    },
    {
      ...column('matches', 'matches', 80),
      isNumeric: true,
      isMuted,
      text: (rule) => matchesOf?.(rule) ?? '',
    },
    {
      ...column('updated', 'updated', 130),
      card: 'time',
      isSortable: true,
      isNumeric: true,
      isWhole: 'text',
      text: ({ ruleAuditData }) => times.short(ruleAuditData.lastUpdatedTime),
    },
  ];
}
