import type { CardPlace, GridColumn } from '../grid-column.ts';

/** What the card of a row says. Without a title the first part of the subtitle becomes the title. */
export function cardOf<Row>(columns: readonly GridColumn<Row>[], row: Row) {
  const at = (place: CardPlace) => columns.filter(({ card }) => card === place);
  const text = (column: GridColumn<Row>) => (column.cardText ?? column.text)(row);
  const [titleColumn] = at('title');
  const parts = [...at('title').slice(0, 1), ...at('subtitle')].map(text).filter((part) => part !== '');
  return {
    title: parts[0] ?? '',
    isMuted: titleColumn?.isMuted?.(row) === true,
    subtitle: parts.slice(1).join(' · '),
    status: at('status')[0],
    time: at('time').map(text)[0] ?? '',
  };
}
