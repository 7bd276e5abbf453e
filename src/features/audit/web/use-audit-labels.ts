import { useMemo } from 'react';
import { useTimes } from '#web/format/use-times.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { FieldValue } from '../audit-changes.ts';
import { objectKindOf, objectName, shortId } from '../audit-object.ts';
import type { AuditLine } from '../schemas.ts';
import { fieldLabel, humanise } from './field-labels.ts';
import { valueTexts } from './field-values.ts';

type Outcome = Pick<AuditLine, 'outcome' | 'refused'>;

/** Labels of actions, outcomes, objects and changed fields. */
export function useAuditLabels() {
  const { t, language } = useTranslation();
  const times = useTimes();
  return useMemo(() => {
    const act = (name: string): string => t(`audit.act.${name}`, { defaultValue: name });
    const kind = (name: string): string =>
      t(`audit.kind.${objectKindOf(name)}`, { defaultValue: humanise(name) });
    const texts = { t, times, locale: browserLocale(language) };
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
      /** "Role Cashier", "Transaction 10000000001", "Device 5f2c81aa…". */
      object: (line: AuditLine): string => {
        const { objectKind, objectId } = line;
        const name = objectName(line) ?? shortId(objectId ?? '');
        return [objectKind === null ? '' : kind(objectKind), name].filter(Boolean).join(' ');
      },
      field: (line: FieldPlace, field: string): string => fieldLabel(t, field, kindOf(line)),
      /** One text for each entry of a list. */
      values: (line: FieldPlace, field: string, value: FieldValue | undefined): string[] => {
        const isOwnOrganisation =
          /(^|\.)organisation(Id)?$|^orgId$/.test(field) && String(value) === String(line.organisationId);
        if (isOwnOrganisation && line.organisationName !== null) return [line.organisationName];
        return valueTexts(texts, value, field, kindOf(line));
      },
    };
  }, [t, language, times]);
}

export type FieldPlace = Pick<AuditLine, 'objectKind' | 'organisationId' | 'organisationName'>;

const kindOf = ({ objectKind }: FieldPlace): string | null =>
  objectKind === null ? null : objectKindOf(objectKind);
