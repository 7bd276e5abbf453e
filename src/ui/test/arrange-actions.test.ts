import { expect, test } from 'vitest';
import { arrangeActions, type Action } from '../layout/arrange-actions.ts';

const action = (id: string, more: Partial<Action> = {}): Action => ({
  id,
  label: id,
  onChoose: () => {},
  ...more,
});
const refund = action('refund');
const repeat = action('repeat');
const remove = action('remove', { isDangerous: true });
const copy = action('copy');

/** 'repeat refund* | copy' : buttons with a star on the primary one, then the menu. */
function arrange(actions: Parameters<typeof arrangeActions>[0], isPhone = false): string {
  const { buttons, menu } = arrangeActions(actions, isPhone);
  const names = buttons.map(({ action: { id }, isPrimary }) => (isPrimary ? `${id}*` : id));
  return `${names.join(' ')} | ${menu.map(({ id }) => id).join(' ')}`;
}

test('puts the primary button after the secondary one', () => {
  expect(arrange({ primary: refund, secondary: repeat, more: [copy] })).toBe('repeat refund* | copy');
});

test('moves the secondary action to the top of a phone’s menu', () => {
  expect(arrange({ primary: refund, secondary: repeat, more: [copy] }, true)).toBe('refund* | repeat copy');
});

test('keeps a secondary action without a primary one on a phone', () => {
  expect(arrange({ secondary: repeat, more: [copy] }, true)).toBe('repeat | copy');
});

test('ends the menu with dangerous actions, below a line', () => {
  const { menu } = arrangeActions({ more: [remove, copy, action('erase', { isDangerous: true })] }, false);
  expect(menu.map(({ id, isNewGroup = false }) => [id, isNewGroup])).toEqual([
    ['copy', false],
    ['remove', true],
    ['erase', false],
  ]);
});

test('has no menu without further actions', () => {
  expect(arrange({ primary: refund })).toBe('refund* | ');
});
