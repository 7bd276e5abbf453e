import { Button } from '@mantine/core';
import { useState } from 'react';
import classes from './list-screen.module.css';

/** Pages of a list in a side panel, newest first. The server returns rows that are older than the row `before`. */
export function useOlderPages() {
  const [lastRows, setLastRows] = useState<readonly string[]>([]);
  return {
    before: lastRows.at(-1),
    isFirst: lastRows.length === 0,
    goNewer: () => setLastRows(lastRows.slice(0, -1)),
    goOlder: (lastRow: string) => setLastRows([...lastRows, lastRow]),
  };
}

interface Props {
  pages: ReturnType<typeof useOlderPages>;
  hasMore: boolean;
  /** The id of the last row shown. */
  lastRow: string | undefined;
  labels: { newer: string; older: string };
}

/** The two buttons below such a list. Nothing where it has one page. */
export function OlderPages({ pages, hasMore, lastRow, labels }: Props) {
  if (!hasMore && pages.isFirst) return null;
  return (
    <div className={classes.olderPages}>
      <Button variant="default" disabled={pages.isFirst} onClick={pages.goNewer}>
        {labels.newer}
      </Button>
      <Button variant="default" disabled={!hasMore} onClick={() => pages.goOlder(lastRow ?? '')}>
        {labels.older}
      </Button>
    </div>
  );
}
