import { expect, test } from 'vitest';
import { createFilterDraft } from '../../web/filter-form.tsx';
import { filterNames, type FilterName, noFilters } from '../statement-params.ts';

/** As React does: a reader renders again when its snapshot is another object. */
function readersOf(draft: ReturnType<typeof createFilterDraft>) {
  const rendered: FilterName[] = [];
  for (const name of filterNames) {
    let lastValue = draft.read()[name];
    draft.subscribe(() => {
      if (draft.read()[name] !== lastValue) rendered.push(name);
      lastValue = draft.read()[name];
    });
  }
  return rendered;
}

test('notifies only the reader of a changed part', () => {
  const draft = createFilterDraft(noFilters);
  const rendered = readersOf(draft);
  draft.change({ selectedNodes: ['1111'] });
  draft.change({ selectedNodes: ['1111', '1112'] });
  expect(rendered).toEqual(['selectedNodes', 'selectedNodes']);
  draft.change({ status: ['FAILED'] });
  expect(rendered.slice(2)).toEqual(['status']);
  expect(draft.read()).toEqual({ ...noFilters, selectedNodes: ['1111', '1112'], status: ['FAILED'] });
});

test('notifies no unsubscribed reader', () => {
  const draft = createFilterDraft(noFilters);
  let notified = 0;
  const leave = draft.subscribe(() => (notified += 1));
  draft.change({ type: ['REFUND'] });
  leave();
  draft.change({ type: [] });
  expect(notified).toBe(1);
});
