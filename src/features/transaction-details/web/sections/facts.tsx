import type { ReactNode } from 'react';
import { CheckStatus } from '#features/transaction-details/web/sections/check-status.tsx';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The name is the end of the label's key. */
export type Fact = [name: string, value: ReactNode, isNumeric?: boolean];

/** Names and values of a section; what is not known says so. */
export function Facts({ facts }: { facts: Fact[] }) {
  const { t } = useTranslation();
  const details = facts.map(([name, value, isNumeric = false]) => ({
    label: t(`details.field.${name}`),
    // false stands for nothing in elements, but not in a list of values.
    value: value === false ? null : value,
    isNumeric,
  }));
  return <DetailsList columns={2} placeholder={t('details.not_available')} details={details} />;
}

export const copied = (id: string | null | undefined): ReactNode =>
  id != null && id !== '' && <CopyText text={id} />;

export const checked = (result: string | null): ReactNode =>
  result != null && <CheckStatus result={result} />;
