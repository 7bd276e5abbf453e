import { ActionIcon, NativeSelect, TextInput } from '@mantine/core';
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from '#ui/grid/paging/paging-bar.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

/** offset is a whole number of pages. */
export type Paging = { offset: number; pageSize: number };

type Props = {
  paging: Paging;
  total: number;
  onChange: (paging: Paging) => void;
  pageSizes?: number[];
  /** Where a screen has more than one: whose pages these are. */
  label?: string;
};

/** Page-change debounce (spec 1 §9). */
const pageChangeMs = 500;

/** Page size, what is shown of how much, and the way to any page. */
export function PagingBar({ paging, total, onChange, pageSizes = [25, 50, 100], label }: Props) {
  const texts = useUiTexts();
  const format = new Intl.NumberFormat(texts.locale);
  const pages = Math.max(1, Math.ceil(total / paging.pageSize));
  const current = Math.floor(paging.offset / paging.pageSize) + 1;
  // The page asked for but not yet shown, so that quick presses count from each other.
  const [asked, setAsked] = useState<{ page: number; from: number }>();
  const page = asked?.from === current ? asked.page : current;
  const [typed, setTyped] = useState<string>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastAsked = useRef(0);

  useEffect(() => () => clearTimeout(timer.current), []);

  /** The first press goes at once; presses that follow it closely are gathered into one request. */
  function goTo(wanted: number): void {
    const next = Math.max(1, Math.min(pages, wanted));
    setAsked({ page: next, from: current });
    setTyped(undefined);
    clearTimeout(timer.current);
    const ask = () => {
      lastAsked.current = Date.now();
      if (next !== current) onChange({ ...paging, offset: (next - 1) * paging.pageSize });
    };
    const waitMs = lastAsked.current + pageChangeMs - Date.now();
    if (waitMs <= 0) ask();
    else timer.current = setTimeout(ask, waitMs);
  }
  function takeTyped(): void {
    if (typed != null && /^[1-9]\d*$/.test(typed)) goTo(Number(typed));
    setTyped(undefined);
  }

  const from = total === 0 ? 0 : paging.offset + 1;
  const to = Math.min(total, paging.offset + paging.pageSize);
  return (
    <nav className={classes.bar} aria-label={label == null ? texts.page : `${texts.page}: ${label}`}>
      <NativeSelect
        className={classes.size}
        classNames={{ label: classes.sizeLabel ?? '' }}
        label={texts.rowsPerPage}
        data={pageSizes.map(String)}
        value={String(paging.pageSize)}
        onChange={(event) => onChange({ offset: 0, pageSize: Number(event.currentTarget.value) })}
      />
      <span className={`${classes.shown} number`} aria-live="polite">
        {texts.rowsShown(format.format(from), format.format(to), format.format(total))}
      </span>
      <span className={classes.steps}>
        <Step label={texts.firstPage} isOff={page <= 1} onClick={() => goTo(1)}>
          <IconChevronsLeft size={16} />
        </Step>
        <Step label={texts.previousPage} isOff={page <= 1} onClick={() => goTo(page - 1)}>
          <IconChevronLeft size={16} />
        </Step>
        <TextInput
          className={`${classes.page} number`}
          aria-label={texts.page}
          inputMode="numeric"
          value={typed ?? String(page)}
          onChange={(event) => setTyped(event.currentTarget.value.replace(/\D/g, '').slice(0, 9))}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={takeTyped}
          onKeyDown={(event) => {
            if (event.key === 'Enter') takeTyped();
            if (event.key === 'Escape') setTyped(undefined);
          }}
        />
        <span className={`${classes.of} number`}>{texts.pageOf(format.format(pages))}</span>
        <Step label={texts.nextPage} isOff={page >= pages} onClick={() => goTo(page + 1)}>
          <IconChevronRight size={16} />
        </Step>
        <Step label={texts.lastPage} isOff={page >= pages} onClick={() => goTo(pages)}>
          <IconChevronsRight size={16} />
        </Step>
      </span>
    </nav>
  );
}

function Step(props: { label: string; isOff: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <ActionIcon variant="default" aria-label={props.label} disabled={props.isOff} onClick={props.onClick}>
      {props.children}
    </ActionIcon>
  );
}
