import { brandNames } from '#shared/payments/brand-names.ts';
import { StatusBadge, type StatusTone } from '#ui/layout/status-badge.tsx';
import { formatMoney } from '#shared/text/format-money.ts';
import { browserLocale } from '#web/translate/locale-of.ts';
import type { Translate } from '#web/translate/translator.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

import type { CheckView, ListedConnection, RouteView } from '../schemas.ts';

type State = ListedConnection['state'];

const tones: Record<State, StatusTone> = {
  DRAFT: 'neutral',
  TESTED: 'info',
  ACTIVE: 'success',
  DRAINING: 'pending',
  CLOSED: 'neutral',
};

/** The state of a connection. */
export function StateBadge({ state }: { state: State }) {
  const { t } = useTranslation();
  return <StatusBadge tone={tones[state]} label={t(`processors.state.${state}`)} />;
}

const checkTones: Record<CheckView['result'], StatusTone> = {
  passed: 'success',
  failed: 'failed',
  'not-testable': 'neutral',
};

/** The result of one check of a test. */
export function CheckBadge({ result }: Pick<CheckView, 'result'>) {
  const { t } = useTranslation();
  return <StatusBadge tone={checkTones[result]} label={t(`processors.check.${result}`)} />;
}

/** Names of brands are the same in every language. */
const adapterNames: Readonly<Record<string, string>> = {
  sandbox: 'Sandbox',
  adyen: 'Adyen',
  stripe: 'Stripe',
  hyperswitch: 'Hyperswitch',
  http: 'HTTP',
};
export const adapterName = (name: string): string => adapterNames[name] ?? name;

export const schemeName = (scheme: string): string => brandNames[scheme] ?? scheme;

/** A word of a sentence as a choice. */
export const asChoice = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** What a route does, as a sentence. */
export function routeSentence(
  t: Translate,
  language: string,
  { currencies, schemes, kinds, channels, minAmount, maxAmount, share, connectionName }: RouteView,
): string {
  const list = (names: readonly string[]) =>
    new Intl.ListFormat(browserLocale(language), { type: 'disjunction' }).format(names);
  const money = (amount: string) => formatMoney(amount, currencies[0] ?? '', browserLocale(language));
  const parts = [
    currencies.length > 0 && t('processors.part.currencies', { list: list(currencies) }),
    schemes.length > 0 && t('processors.part.schemes', { list: list(schemes.map(schemeName)) }),
    kinds.length > 0 &&
      t('processors.part.kinds', { list: list(kinds.map((one) => t(`processors.kind.${one}`))) }),
    channels.length > 0 &&
      t('processors.part.channels', { list: list(channels.map((one) => t(`processors.channel.${one}`))) }),
    minAmount !== null && t('processors.part.min', { amount: money(minAmount) }),
    maxAmount !== null && t('processors.part.max', { amount: money(maxAmount) }),
    share < 100 && t('processors.part.share', { share }),
  ].filter((part) => part !== false);
  return parts.length === 0
    ? t('processors.sentence_all', { connection: connectionName })
    : t('processors.sentence', { parts: parts.join(', '), connection: connectionName });
}
