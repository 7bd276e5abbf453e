import { IconCopy, IconPlayerPause, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { GridAction } from '#ui/grid/grid-column.ts';
import type { Translate } from '#web/translate/translator.ts';
import type { AnyRuleView } from '../../schemas.ts';
import type { LifetimeAction } from './use-lifetime-actions.tsx';

/** Activate or deactivate, copy, and delete for inactive rules. */
export function ruleRowActions(
  t: Translate,
  ask: (action: LifetimeAction, rule: AnyRuleView) => void,
  copy: (rule: AnyRuleView) => void,
): GridAction<AnyRuleView>[] {
  const action = (
    id: LifetimeAction,
    icon: GridAction<AnyRuleView>['icon'],
    isOffered: (rule: AnyRuleView) => boolean,
  ): GridAction<AnyRuleView> => ({
    id,
    icon,
    label: t(`rules.do.${id}`),
    isFor: (rule) => rule.mayEdit && isOffered(rule),
    onClick: (rule) => ask(id, rule),
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
