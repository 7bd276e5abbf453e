import { useMemo } from 'react';
import type { AuditLine } from '#features/audit/endpoints.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Outcome = Pick<AuditLine, 'outcome' | 'refused'>;

/** Acts, outcomes and kinds of objects in the reader's words; what has no word yet shows its code. */
export function useActWords() {
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
      /** Why, in the server's own code; nothing for what was simply allowed. */
      reason: ({ outcome }: Outcome): string =>
        outcome === 'allowed' || outcome === 'SUBMITTED' ? '' : outcome.replace(/^\w+: /, ''),
      actor: ({ actor, actorName, actorKind }: AuditLine): string => {
        if (actorKind === 'anonymous') return t('audit.nobody');
        return actorName ?? actor;
      },
      object: ({ objectKind, objectId }: AuditLine): string =>
        [objectKind === null ? '' : kind(objectKind), objectId ?? ''].filter(Boolean).join(' '),
    };
  }, [t]);
}
