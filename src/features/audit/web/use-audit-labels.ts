import { useMemo } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { AuditLine } from '../schemas.ts';

type Outcome = Pick<AuditLine, 'outcome' | 'refused'>;

/** Labels of actions, outcomes and kinds of objects. Without a label the code is shown. */
export function useAuditLabels() {
  const { t } = useTranslation();
  return useMemo(() => {
    const act = (name: string): string => t(`audit.act.${name}`, { defaultValue: name });
    const kind = (name: string): string => t(`audit.kind.${name}`, { defaultValue: name });
    return {
      act,
      kind,
      outcome: ({ outcome, refused }: Outcome): string => {
        if (outcome.startsWith('failed')) return t('audit.failed_act');
        return t(refused ? 'audit.refused' : 'audit.allowed');
      },
      /** The server's reason code; empty for allowed actions. */
      reason: ({ outcome }: Outcome): string =>
        outcome === 'allowed' || outcome === 'SUBMITTED' ? '' : outcome.replace(/^\w+: /, ''),
      actor: ({ actor, actorName, actorKind }: AuditLine): string => {
        if (actorKind === 'anonymous') return t('audit.nobody');
        if (actorKind !== 'system') return actorName ?? actor;
        const [, operator] = /^(?:operator|admin-cli):(.*)$/.exec(actor) ?? [];
        return operator === undefined
          ? t(`audit.system.${actor.replaceAll(/[ -]/g, '_')}`, { defaultValue: actor })
          : t('audit.operator', { name: operator.trim() });
      },
      object: ({ objectKind, objectId }: AuditLine): string =>
        [objectKind === null ? '' : kind(objectKind), objectId ?? ''].filter(Boolean).join(' '),
    };
  }, [t]);
}
