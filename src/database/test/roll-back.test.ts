import { expect, test } from 'vitest';
import { withRollBack } from '../roll-back.ts';

test('returns what the work returns', async () => {
  expect(await withRollBack(async () => 'done')).toBe('done');
});

test('returns the value that ends the work', async () => {
  let isOver = false;
  const ended = withRollBack<string>(async (rollBack) => {
    rollBack('refused');
    isOver = true;
    return 'done';
  });
  expect(await ended).toBe('refused');
  expect(isOver).toBe(false);
});

test('passes other errors on', async () => {
  await expect(withRollBack(() => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
});

test('an inner roll-back does not end the outer work', async () => {
  const ended = withRollBack<string>(async () => {
    const inner = await withRollBack<string>(async (rollBack) => rollBack('inner'));
    return `after ${inner}`;
  });
  expect(await ended).toBe('after inner');
});
