import { Popover, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { IconCopy, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { GridAction, GridColumn } from '#ui/grid/grid-column.ts';
import { StatusBadge } from '#ui/layout/status-badge.tsx';
import { timeColumn } from '#web/format/time-column.tsx';
import type { Times } from '#web/format/use-times.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useCall } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { AnyRuleView } from '../schemas.ts';
import { type SentenceLabels, plainSentence } from '../sentence.ts';
import { getInstallationNames, getMerchantNames } from '../endpoints.ts';
import classes from './rules.module.css';
import type { LifetimeAction } from './use-lifetime-actions.tsx';

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
  labels: SentenceLabels,
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
      isAlwaysShown: true,
      isMuted,
      text: ({ name }) => name,
    },
    {
      ...column('sentence', 'sentence', 380),
      card: 'subtitle',
      isMuted,
      text: (rule) => plainSentence(rule, labels),
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
      ...timeColumn(times, ({ ruleAuditData }: AnyRuleView) => ruleAuditData.lastUpdatedTime),
    },
  ];
}

interface NamesBadgeProps {
  kind: 'merchants' | 'installations';
  ids: readonly number[];
}

/** The number of names in a popover, before the number of others (docs/domain.md#fraud-rules). */
const maxNames = 10;

/** How many merchants or installations a rule has; a press names them. */
function NamesBadge({ kind, ids }: NamesBadgeProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" withinPortal shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.count}
          tabIndex={-1}
          aria-label={t(`rules.${kind}`, { count: ids.length })}
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
        >
          {ids.length}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>{isOpen && <Names kind={kind} ids={ids} />}</Popover.Dropdown>
    </Popover>
  );
}

function Names({ kind, ids }: NamesBadgeProps) {
  const { t } = useTranslation();
  const input = { body: ids.slice(0, maxNames) };
  const options = { handlesOwnErrors: true, staleTime: 60_000 };
  const merchants = useCall(getMerchantNames, input, { ...options, enabled: kind === 'merchants' });
  const installations = useCall(getInstallationNames, input, {
    ...options,
    enabled: kind === 'installations',
  });
  const { data, error } = kind === 'merchants' ? merchants : installations;
  const names = Object.keys(data ?? {});
  const more = ids.length - maxNames;
  return (
    <div className={classes.names} role="status">
      <p className={classes.namesTitle}>{t(`rules.${kind}`, { count: ids.length })}</p>
      {error !== null && <p>{t('rules.names_failed')}</p>}
      <ul>
        {names.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
      {more > 0 && <p>{t('rules.and_more', { count: more })}</p>}
    </div>
  );
}

/** Activate or deactivate, copy, and delete for inactive rules. */
export function ruleRowActions(
  t: Translate,
  onAction: (action: LifetimeAction, rule: AnyRuleView) => void,
  copy: (rule: AnyRuleView) => void,
): GridAction<AnyRuleView>[] {
  const action = (
    id: LifetimeAction,
    icon: GridAction<AnyRuleView>['icon'],
    isAvailable: (rule: AnyRuleView) => boolean,
  ): GridAction<AnyRuleView> => ({
    id,
    icon,
    label: t(`rules.do.${id}`),
    isFor: (rule) => rule.mayEdit && isAvailable(rule),
    onClick: (rule) => onAction(id, rule),
  });
  return [
    action('activate', <IconPlayerPlay size={16} aria-hidden />, ({ active }) => !active),
    action('deactivate', <IconPlayerPause size={16} aria-hidden />, ({ active }) => active),
    {
      id: 'copy',
      icon: <IconCopy size={16} aria-hidden />,
      label: t('rules.do.copy'),
      isFor: ({ mayEdit }) => mayEdit,
      onClick: copy,
    },
    action('delete', <IconTrash size={16} aria-hidden />, ({ active }) => !active),
  ];
}
