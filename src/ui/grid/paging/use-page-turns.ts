import { useEffect, useRef, useState } from 'react';
import { currentPage, nextPageChange, type PageChange, type Paging, type Shown } from './page-turn.ts';

/** Page-change debounce (docs/domain.md#grids). */
const pageChangeMs = 500;

interface Options {
  paging: Paging;
  criteria?: string;
  onChange: (paging: Paging) => void;
}

/** The page that is shown or requested, and the ways to another: quick presses become one request. */
export function usePageTurns({ paging, criteria, onChange }: Options, pages: number) {
  const current = currentPage(paging);
  const now: Shown = { ...paging, criteria };
  const [seen, setSeen] = useState(now);
  // Asked for but not yet shown, so that quick presses count from each other.
  const [turn, setTurn] = useState<PageChange>();
  if (seen.offset !== now.offset || seen.pageSize !== now.pageSize || seen.criteria !== now.criteria) {
    setSeen(now);
    setTurn(nextPageChange(turn, seen, now));
  }
  const page = turn?.page ?? current;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const lastRequest = useRef(0);

  function announcePage(next: number): void {
    lastRequest.current = Date.now();
    const isComing = next === (turn?.announced ?? current);
    setTurn(next === current && isComing ? undefined : { page: next, announced: next });
    if (!isComing) onChange({ ...paging, offset: (next - 1) * paging.pageSize });
  }
  // A late request goes to the listener of that moment, and counts in the pages of that moment.
  const latest = useRef(announcePage);
  useEffect(() => {
    latest.current = announcePage;
  });
  useEffect(() => {
    if (turn == null) clearTimeout(timer.current);
  }, [turn]);
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
    setTurn({ page: next, announced: turn?.announced });
    timer.current = setTimeout(() => latest.current(next), waitMs);
  }
  function resize(pageSize: number): void {
    clearTimeout(timer.current);
    setTurn(undefined);
    onChange({ offset: 0, pageSize });
  }
  return { page, goTo, resize };
}
