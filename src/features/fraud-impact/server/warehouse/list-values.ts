import { buildLookup } from '#features/fraud-engine/lookups.ts';
import type { RuleCore } from '#features/fraud-rules/rule.ts';
import type { ConditionContext } from '../postgres/lookup-sql.ts';
import type { ListValues } from './condition-clause.ts';

/** All lists of a rule together: their values are parameters of the statement, of at most 128 KiB each. */
const maxValues = 2000;
const maxBytes = 60_000;
/** Every value is searched in every payment's. */
const maxParts = 100;

/** The values of the rule's active lists; undefined when they are too many for a statement of the warehouse. */
export async function loadListValues(
  { sql, companyId, lists, today }: ConditionContext,
  rule: RuleCore,
): Promise<ListValues | undefined> {
  if (rule.ruleType === 'territoryRule') return new Map();
  const lookups = rule.joinedConditions.conditions.flatMap((one) => {
    const lookup = buildLookup(one, {});
    return lookup?.kind === 'list' ? [lookup] : [];
  });
  const listIds = lists
    .filter((list) => list.active && lookups.some(({ listId }) => listId === list.listId))
    .map(({ listId }) => listId);
  if (listIds.length === 0) return new Map();
  const rows = await sql<{ listId: number; value: string }[]>`
    select i.list_id, i.match_value as value from fraud_list_item i
    where i.company_id = ${companyId}::integer and i.list_id = any (${listIds}::integer[])
      and (i.expiry_date is null or i.expiry_date >= ${today}::text::date)
    limit ${maxValues + 1}`;
  const bytes = rows.reduce((sum, { value }) => sum + Buffer.byteLength(value), 0);
  if (rows.length > maxValues || bytes > maxBytes) return undefined;
  const values = new Map(listIds.map((id): [number, string[]] => [id, []]));
  for (const { listId, value } of rows) values.get(listId)?.push(value);
  const hasLongSearch = lookups.some(
    ({ listId, operator }) => operator !== 'isIn' && (values.get(listId)?.length ?? 0) > maxParts,
  );
  return hasLongSearch ? undefined : values;
}
