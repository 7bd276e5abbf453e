import { expect, test } from 'vitest';
import { buildCard, type GridColumn, moveColumn } from '../grid/grid-column.ts';
import { allowedWidth } from '../grid/columns/use-column-widths.ts';

interface Row {
  amount: string;
  text: string;
  card: string;
  at: string;
  failed?: boolean;
}
const columns: GridColumn<Row>[] = [
  { id: 'at', header: 'At', text: ({ at }) => at, card: 'time', cardText: ({ at }) => at.slice(0, 5) },
  { id: 'text', header: 'Text', text: ({ text }) => text, card: 'subtitle' },
  { id: 'card', header: 'Card', text: ({ card }) => card, card: 'subtitle' },
  { id: 'hidden', header: 'Hidden', text: () => 'hidden' },
  {
    id: 'amount',
    header: 'Amount',
    text: ({ amount }) => amount,
    card: 'title',
    isMuted: ({ failed }) => failed === true,
  },
];
const row: Row = { amount: '6.95 USD', text: 'Beans', card: '•••• 4242', at: '00:32:15' };

test('puts every column in its place', () => {
  expect(buildCard(columns, row)).toEqual({
    title: '6.95 USD',
    isMuted: false,
    subtitle: 'Beans · •••• 4242',
    status: undefined,
    time: '00:32',
  });
});
test('leaves empty parts out', () => {
  expect(buildCard(columns, { ...row, text: '' }).subtitle).toBe('•••• 4242');
});
test('begins with the subtitle where there is no title', () => {
  expect(buildCard(columns, { ...row, amount: '' })).toMatchObject({ title: 'Beans', subtitle: '•••• 4242' });
});
test('mutes the title of a row without a charge', () => {
  expect(buildCard(columns, { ...row, failed: true }).isMuted).toBe(true);
});

test.each([
  ['c', 0, 'cabd'],
  ['a', 2, 'bcad'],
  ['a', 99, 'bcda'],
  ['d', -1, 'dabc'],
  ['x', 1, 'abcd'],
])('moving %s to %i', (id, to, order) => {
  expect(moveColumn([...'abcd'], id, to).join('')).toBe(order);
});

test('widths stay between 150 and 450 pixels unless a column sets others', () => {
  expect(allowedWidth({ id: 'a' }, 20)).toBe(150);
  expect(allowedWidth({ id: 'a' }, 4000)).toBe(450);
  expect(allowedWidth({ id: 'a', minWidth: 80, maxWidth: 900 }, 99.6)).toBe(100);
});
