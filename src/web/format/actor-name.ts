import type { Translate } from '../translate/translator.ts';

/** The name of a job, a page or an operator of the product. Names of people and of API keys stay as they are. */
export function actorName(actor: string, t: Translate): string {
  const [, operator] = /^(?:operator|admin-cli):(.*)$/.exec(actor) ?? [];
  return operator === undefined
    ? t(`audit.system.${actor.replaceAll(/[ -]/g, '_')}`, { defaultValue: actor })
    : t('audit.operator', { name: operator.trim() });
}
