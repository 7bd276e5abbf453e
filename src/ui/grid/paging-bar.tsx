import { numberFormat } from '#shared/text/intl-formats.ts';
import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useState, type ReactNode, useEffect, useRef } from 'react';
import { type Paging, currentPage, nextPageChange, type PageChange, type PageState } from './page-turn.ts';
import classes from './paging-bar.module.css';
import { useUiTexts } from '../ui-texts.ts';

export type { Paging };

interface Props {
  paging: Paging;
  /** undefined while unknown. */
  total: number | undefined;
  onChange: (paging: Paging) => void;
  /** The criteria of the pages. If they change, even on the first page, a pending press is dropped. */
  criteria?: string;
  pageSizes?: number[];
  /** Where a screen has more than one: whose pages these are. */
  label?: string;
}

/**
 * Page size, shown and total rows, and buttons to every page. Hidden while the smallest page holds all rows, the buttons
 * while the chosen one does.
 */
export function PagingBar(props: Props) {
  const { paging, pageSizes = [25, 50, 100], label } = props;
  const total = props.total ?? 0;
  const texts = useUiTexts();
  const format = numberFormat(texts.locale);
  const pages = Math.max(1, Math.ceil(total / paging.pageSize));
  const { page, goTo, resize } = usePageTurns(props, pages);

  const isNeeded = paging.offset > 0 || total > Math.min(...pageSizes);
  if (props.total === undefined || !isNeeded) return null;
  const from = total === 0 ? 0 : paging.offset + 1;
  const to = Math.min(total, paging.offset + paging.pageSize);
  const isWhole = pages === 1 && paging.offset === 0;
  const isPastLast = paging.offset > 0 && paging.offset >= total;
  return (
    <nav
      className={classes.bar}
      data-whole={isWhole || undefined}
      aria-label={label === undefined ? texts.page : `${texts.page}: ${label}`}
    >
      <NativeSelect
        className={classes.size}
        classNames={{ label: classes.sizeLabel ?? '' }}
        label={texts.rowsPerPage}
        data={pageSizes.map(String)}
        value={String(paging.pageSize)}
        onChange={(event) => resize(Number(event.currentTarget.value))}
      />
      <span className={`${classes.shown} number`} aria-live="polite">
        {isPastLast
          ? texts.pastLast
          : texts.rowsShown(format.format(from), format.format(to), format.format(total))}
      </span>
      {!isWhole && <PageSteps page={page} pages={pages} isPastLast={isPastLast} goTo={goTo} />}
    </nav>
  );
}

interface PageStepsProps {
  page: number;
  pages: number;
  /** The address names a page beyond the end. */
  isPastLast: boolean;
  goTo: (page: number) => void;
}

/** Buttons to the neighbouring and outer pages around a field for any page. */
function PageSteps({ page, pages, isPastLast, goTo }: PageStepsProps) {
  const texts = useUiTexts();
  const format = numberFormat(texts.locale);
  const [typed, setTyped] = useState<string>();
  function turnTo(page: number): void {
    setTyped(undefined);
    goTo(page);
  }
  function applyTyped(): void {
    if (typed !== undefined && /^[1-9]\d*$/.test(typed)) goTo(Number(typed));
    setTyped(undefined);
  }
  return (
    <span className={classes.steps}>
      <Step label={texts.firstPage} isEdge isOff={page <= 1} onClick={() => turnTo(1)}>
        <IconChevronsLeft size={16} />
      </Step>
      <Step label={texts.previousPage} isOff={page <= 1} onClick={() => turnTo(page - 1)}>
        <IconChevronLeft size={16} />
      </Step>
      <TextInput
        className={`${classes.page} number`}
        aria-label={texts.page}
        inputMode="numeric"
        value={typed ?? (isPastLast ? '' : String(page))}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, '').slice(0, 9))}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={applyTyped}
        onKeyDown={(event) => {
          if (event.key === 'Enter') applyTyped();
          if (event.key === 'Escape') setTyped(undefined);
        }}
      />
      <span className={`${classes.of} number`}>{texts.pageOf(format.format(pages))}</span>
      <span className={`${classes.fraction} number`}>
        {isPastLast ? '–' : format.format(page)}/{format.format(pages)}
      </span>
      <Step label={texts.nextPage} isOff={page >= pages} onClick={() => turnTo(page + 1)}>
        <IconChevronRight size={16} />
      </Step>
      <Step label={texts.lastPage} isEdge isOff={page >= pages} onClick={() => turnTo(pages)}>
        <IconChevronsRight size={16} />
      </Step>
    </span>
  );
}

interface StepProps {
  label: string;
  isOff: boolean;
  /** First or last page: not on a phone. */
  isEdge?: boolean;
  onClick: () => void;
  children: ReactNode;
}

function Step(props: StepProps) {
  return (
    <ActionIcon
      variant="default"
      className={props.isEdge ? classes.edge : undefined}
      aria-label={props.label}
      disabled={props.isOff}
      onClick={props.onClick}
    >
      {props.children}
    </ActionIcon>
  );
}

/** Page-change debounce (docs/domain.md#grids). */
const pageChangeMs = 500;

interface Options {
  paging: Paging;
  criteria?: string;
  onChange: (paging: Paging) => void;
}

/** The page that is shown or requested, and the ways to another: quick presses become one request. */
function usePageTurns({ paging, criteria, onChange }: Options, pages: number) {
  const current = currentPage(paging);
  const now: PageState = { ...paging, criteria };
  const [previousPage, setPreviousPage] = useState(now);
  // Requested but not yet shown, so that quick presses count from each other.
  const [change, setChange] = useState<PageChange>();
  if (
    previousPage.offset !== now.offset ||
    previousPage.pageSize !== now.pageSize ||
    previousPage.criteria !== now.criteria
  ) {
    setPreviousPage(now);
    setChange(nextPageChange(change, previousPage, now));
  }
  const page = change?.page ?? current;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRequest = useRef(0);

  function announcePage(next: number): void {
    lastRequest.current = Date.now();
    const isComing = next === (change?.announced ?? current);
    setChange(next === current && isComing ? undefined : { page: next, announced: next });
    if (!isComing) onChange({ ...paging, offset: (next - 1) * paging.pageSize });
  }
  // A late request goes to the listener of that moment, and counts in the pages of that moment.
  const latest = useRef(announcePage);
  useEffect(() => {
    latest.current = announcePage;
  });
  useEffect(() => {
    if (change === undefined) clearTimeout(timer.current);
  }, [change]);
  useEffect(() => () => clearTimeout(timer.current), []);

  /** The first press goes at once; presses that follow it closely are gathered into one request. */
  function goTo(wanted: number): void {
    const next = Math.max(1, Math.min(pages, wanted));
    clearTimeout(timer.current);
    const waitMs = lastRequest.current + pageChangeMs - Date.now();
    if (waitMs <= 0) {
      announcePage(next);
      return;
    }
    setChange({ page: next, announced: change?.announced });
    timer.current = setTimeout(() => latest.current(next), waitMs);
  }
  function resize(pageSize: number): void {
    clearTimeout(timer.current);
    setChange(undefined);
    onChange({ offset: 0, pageSize });
  }
  return { page, goTo, resize };
}
