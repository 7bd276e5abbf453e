import { useMemo, useState } from 'react';
import { isActionable } from '../review.ts';
import type { TaskView } from '../schemas.ts';

export const taskId = ({ id }: TaskView): string => id;
const nothing: ReadonlySet<string> = new Set();

/** The selected tasks of the page that is shown; another page or order starts with none. */
export function useSelectedTasks(rows: readonly TaskView[] | undefined, page: string) {
  const [selection, setSelection] = useState({ page, ids: nothing });
  const chosen = useMemo(
    () =>
      selection.page === page
        ? (rows ?? []).filter((task) => selection.ids.has(task.id) && isActionable(task))
        : [],
    [selection, page, rows],
  );
  const selected = useMemo(() => new Set(chosen.map(taskId)), [chosen]);
  const setSelected = (ids: ReadonlySet<string>): void => setSelection({ page, ids });
  return { chosen, selected, setSelected, clear: () => setSelected(nothing) };
}
