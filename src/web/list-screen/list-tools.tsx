import type { ReactNode } from 'react';
import { numberFormat } from '#shared/text/intl-formats.ts';
import { RefreshButton } from '#ui/layout/refresh-button.tsx';
import { browserLocale } from '../translate/locale-of.ts';
import { Trans } from '../translate/trans.tsx';
import { useTranslation } from '../translate/use-translation.ts';
import classes from './list-screen.module.css';

interface CountProps {
  /** undefined while unknown, and after a failure. */
  total: number | undefined;
  /** With its plural forms: "<strong>12</strong> users". */
  countKey: string;
}

/** How many rows a list has. */
export function ListCount({ total, countKey }: CountProps) {
  const { language } = useTranslation();
  const number = numberFormat(browserLocale(language)).format(total ?? 0);
  return (
    <span className={`${classes.count} number`} aria-live="polite">
      {total !== undefined && (
        <Trans i18nKey={countKey} count={total} values={{ number }} components={{ strong: <strong /> }} />
      )}
    </span>
  );
}

interface ToolsProps {
  isLoading: boolean;
  /** Without it there is nothing to load again. */
  refresh: (() => void) | undefined;
  children?: ReactNode;
}

/** At the end of the bar: loads the rows again, and changes how they look. */
export function ListTools({ isLoading, refresh, children }: ToolsProps) {
  return (
    <span className={classes.end}>
      {refresh && <RefreshButton isBusy={isLoading} onRefresh={refresh} />}
      {children}
    </span>
  );
}

/** The bar of a list on a page of another kind: without filters. */
export function PlainListBar({ total, countKey, ...tools }: CountProps & ToolsProps) {
  return (
    <div className={classes.bar}>
      <ListCount total={total} countKey={countKey} />
      <ListTools {...tools} />
    </div>
  );
}
