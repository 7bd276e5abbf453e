import type { TestApp } from '#testing/start-app.ts';
import type { Send } from '#testing/act-as.ts';
import type { RuleContent } from '../rule.ts';

/** A rule of Harbour Group that blocks, as a request writes it. */
export const blockRule = {
  name: 'Card velocity',
  description: 'Many attempts with one card',
  merchantIds: [1111],
  installationIds: [5300001],
  action: 'Block',
  joinedConditions: {
    logicalOperator: 'and',
    conditions: [
      {
        type: 'velocityCount',
        field: 'paymentAccountCorrelationId',
        operator: 'greaterThan',
        value: 5,
        window: '1h',
      },
    ],
  },
} as const;

export const ruleContent = { ...blockRule, ruleType: 'rule' } as unknown as Extract<
  RuleContent,
  { ruleType: 'rule' }
>;

export const territoryRule = {
  name: 'High-risk countries',
  description: 'Cards from two countries',
  merchantIds: [1111, 1121],
  installationIds: [5300001, 5300004],
  action: 'TerritoryBlock',
  territoryCondition: {
    type: 'territory',
    territoryComparisonType: 'cardIssuerCountryCode',
    territoryListOperator: 'isIn',
    territories: ['NGA', 'BRA'],
  },
} as const;

export const ruleUrl = (path: string) => `/proxy/sync/rms/${path}`;

/** Creates a rule of Harbour Group; returns its id. */
export async function makeRule(send: Send, part: object = {}): Promise<number> {
  const response = await send('POST', ruleUrl('rule/1100'), { ...blockRule, ...part });
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
  return response.body.ruleId as number;
}

/** A parameter list of an organisation; returns its id. */
export async function insertList(
  app: TestApp,
  list: { companyId?: number; organisationId?: number; dataField?: string } = {},
): Promise<number> {
  const { companyId = 1100, dataField = 'customerEmail' } = list;
  const { organisationId = companyId } = list;
  await app.owner`select set_config('app.companies', '*', false)`;
  const [row] = await app.owner<{ listId: number }[]>`
    insert into fraud_list (company_id, organisation_id, kind, name, description, data_field, active, created_by,
                            created_at, last_updated_by, last_updated_at, last_action)
    values (${companyId}, ${organisationId}, 'PARAMETER', 'Known fraud', 'Emails', ${dataField}, true, 'Noor', now(), 'Noor',
            now(), 'CREATE')
    returning list_id`;
  return row?.listId ?? 0;
}

/** Takes a permission away from every role, for everyone in this database. */
export async function withdraw(app: TestApp, ...permissions: readonly string[]): Promise<void> {
  await app.owner`delete from role_permission where permission = any (${permissions as string[]})`;
  await app.owner`update app_user set access_version = access_version + 1`;
}
