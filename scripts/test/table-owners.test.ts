import { expect, test } from 'vitest';
import { foreignWrites } from '../table-owners.ts';

const statement = 'await sql`\n  update smart_link set used_at = now()`;';

test('reports a write to a table of another feature', () => {
  expect(foreignWrites('src/features/payments/payments/server/settle.ts', statement)).toEqual([
    'src/features/payments/payments/server/settle.ts: writes smart_link; call its owner, smart-links or hosted-sessions',
  ]);
});

test('allows the owner to write its table', () => {
  expect(foreignWrites('src/features/payments/smart-links/server/link-payments.ts', statement)).toEqual([]);
});

test('allows reads from everywhere', () => {
  expect(
    foreignWrites('src/features/setup/home/server/get-activity.ts', 'sql`select 1 from smart_link`'),
  ).toEqual([]);
});

test('reports a write to a table without an owner', () => {
  expect(
    foreignWrites('src/features/access/users/server/delete-user.ts', 'sql`delete from role`', {}),
  ).toEqual([
    'src/features/access/users/server/delete-user.ts: writes role; name its owner in scripts/table-owners.ts',
  ]);
});
