import { expect, test } from 'vitest';
import { freshDatabase } from '#testing/start-app.ts';
import { checkStatementRows } from '../../../scripts/statement-rows.ts';

/** Statements that are composed at run time. May only become fewer. */
const maxUnchecked = 20;

test('claims rows that PostgreSQL describes alike', async () => {
  const { checked, unchecked, complaints, widened } = await checkStatementRows(await freshDatabase());
  expect(complaints).toEqual([]);
  expect(unchecked.length, unchecked.join('\n')).toBeLessThanOrEqual(maxUnchecked);
  expect(checked).toBeGreaterThan(400);
  expect(widened, 'name the columns, as src/database/columns.ts does').toEqual([]);
});
