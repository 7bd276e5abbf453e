import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from '../details-screen.module.css';
import { CopyText } from '#ui/layout/copy-text.tsx';
import { DetailsList } from '#ui/layout/details-list.tsx';
import { CheckCell } from '#web/format/status-cell.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

/** The name is the end of the label's key. */
export type Fact = [name: string, value: ReactNode, isNumeric?: boolean];

/** Names and values of a section. Empty fields are shown on request. */
export function Facts({ facts }: { facts: Fact[] }) {
  const { t } = useTranslation();
  const [isWhole, setIsWhole] = useState(false);
  const details = facts.map(([name, value, isNumeric = false]) => ({
    label: t(`details.field.${name}`),
    // React renders false as nothing, but DetailsList would show it as a value.
    value: value === false || value === '' ? null : value,
    isNumeric,
  }));
  const known = details.filter(({ value }) => value != null);
  const missing = details.length - known.length;
  return (
    <div className={classes.facts}>
      {(isWhole || known.length > 0) && (
        <DetailsList
          columns={2}
          placeholder={t('details.not_available')}
          details={isWhole ? details : known}
        />
      )}
      {missing > 0 && (
        <Button
          variant="subtle"
          size="compact-sm"
          className={classes.showEmpty ?? ''}
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('details.hide_empty') : t('details.show_empty', { count: missing })}
        </Button>
      )}
    </div>
  );
}

/** The answer of a section, beside its title. */
export function Answer({ text }: { text: string | null }) {
  return text === null || text === '' ? null : <span className={classes.answer}>{text}</span>;
}

export const copied = (id: string | null | undefined): ReactNode =>
  id != null && id !== '' && <CopyText text={id} />;

export const checked = (result: string | null): ReactNode => result != null && <CheckCell result={result} />;
