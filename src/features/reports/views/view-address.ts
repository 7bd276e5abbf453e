import { type SearchParams, readSearchParams } from '#features/reports/transactions/search-params.ts';

/** The address of a search as a view stores it: flat texts without the page. */
export type ViewParams = Readonly<Record<string, string>>;

interface SavedView {
  id: string;
  params: ViewParams;
  columns: readonly string[];
}

export function viewParams(params: SearchParams): ViewParams {
  const { offset: _offset, pageSize: _pageSize, view: _view, columns: _columns, ...kept } = params;
  const texts = Object.entries(kept).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}

/** Whether the texts are a whole search: reading them changes nothing. */
export function isViewParams(params: ViewParams): boolean {
  const read = viewParams(readSearchParams(params));
  const names = Object.keys(params);
  return names.length === Object.keys(read).length && names.every((name) => read[name] === params[name]);
}

/** The address that opens the view. */
export function openView({ id, params, columns }: SavedView, pageSize: number): SearchParams {
  return { ...readSearchParams(params), offset: 0, pageSize, view: id, columns: columns.join(',') };
}

/** Whether the address differs from the view that it names. `shown`: the columns on the screen. */
export function isViewChanged(view: SavedView, params: SearchParams, shown: readonly string[]): boolean {
  const now = viewParams(params);
  const saved = viewParams(readSearchParams(view.params));
  return JSON.stringify([now, shown]) !== JSON.stringify([saved, view.columns]);
}
