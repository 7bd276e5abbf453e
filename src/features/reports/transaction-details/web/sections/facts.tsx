import type { ReactNode } from 'react';
import classes from '../details-screen.module.css';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { Facts as FoldedFacts } from '#ui/layout/facts.tsx';
import { CheckCell } from '#web/format/status-cell.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The name is the end of the label's key. */
export type Fact = [name: string, value: ReactNode, isNumeric?: boolean];

/** Names and values of a section. */
export function Facts({ facts }: { facts: Fact[] }) {
  const { t } = useTranslation();
  return (
    <FoldedFacts
      facts={facts.map(([name, value, isNumeric = false]) => ({
        label: t(`details.field.${name}`),
        value,
        isNumeric,
      }))}
    />
  );
}

/** The summary of a section, beside its title. */
export function SectionSummary({ text }: { text: string | null }) {
  return text === null || text === '' ? null : <span className={classes.answer}>{text}</span>;
}

export const copied = (id: string | null | undefined): ReactNode =>
  id != null && id !== '' && <CopyText text={id} />;

export const checked = (result: string | null): ReactNode => result !== null && <CheckCell result={result} />;
