import type { TenantSql } from '#database/tenant.ts';
import type { TestView } from '../../schemas.ts';

export type TestResult = Omit<TestView, 'at' | 'isCurrent' | 'problem'>;

export interface StoredTest {
  at: Date;
  problem: TestView['problem'];
  result: TestResult;
}

export async function loadTest(
  sql: TenantSql,
  companyId: number,
  userId: string,
): Promise<StoredTest | undefined> {
  const [row] = await sql<StoredTest[]>`
    select at, problem, result from sso_test where company_id = ${companyId} and user_id = ${userId}`;
  return row;
}

export async function storeTest(
  sql: TenantSql,
  { companyId, userId }: { companyId: number; userId: string },
  { at, problem, result }: StoredTest,
): Promise<void> {
  await sql`
    insert into sso_test (company_id, user_id, at, problem, result)
    values (${companyId}, ${userId}, ${at}, ${problem}, ${sql.json({ ...result })})
    on conflict (company_id, user_id) do update set
      at = excluded.at, problem = excluded.problem, result = excluded.result`;
}
