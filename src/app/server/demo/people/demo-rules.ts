import { inTenant } from '#database/tenant.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { createList } from '#features/fraud-lists/server/handlers.ts';
import { changeRule, createRule, createTerritoryRule } from '#features/fraud-rules/server/handlers.ts';
import { userCaller } from '#server/auth/access-store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { dayMs } from '#server/clock.ts';
import type { Handler, HandlerContext, RequestInfo } from '#server/handler.ts';
import { createLog } from '#server/log.ts';
import type { Services } from '#server/services.ts';
import { stableUuid } from '../demo-users.ts';
import { type DemoRule, demoRules, demoTerritoryRules } from './demo-rule-texts.ts';

const company = { id: 1100, path: '/1000/1100' };

/** The fraud rules of Harbour Group, created through the endpoints at their own times. */
export async function seedRules(services: Services, to: Date): Promise<void> {
  const analyst = await userCaller(
    {},
    services.database,
    stableUuid('analyst@harbour.example'),
    0,
    to.getTime(),
  );
  const seeder = new RuleSeeder({ ...services, log: createLog('silent') }, analyst, to);
  const listId = await seeder.emailList();
  for (const rule of demoRules(listId)) await seeder.createRule(rule);
  for (const rule of demoTerritoryRules) await seeder.call(createTerritoryRule, rule.ago, {}, rule.body);
}

class RuleSeeder {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #to: Date;

  constructor(services: Services, caller: Caller, to: Date) {
    this.#services = services;
    this.#caller = caller;
    this.#to = to;
  }

  /** A list of emails for rules: one that the demo has, or a new one. */
  async emailList(): Promise<number> {
    const [known] = await inTenant(
      this.#services.database,
      [company.id],
      (sql) => sql<{ listId: number }[]>`
        select list_id from fraud_list
        where company_id = ${company.id} and kind = 'PARAMETER' and data_field = 'customerEmail' and not hidden
        order by list_id limit 1`,
    );
    if (known) return known.listId;
    const made = await this.call(
      createList,
      200,
      {},
      {
        name: 'Known fraud emails',
        description: 'Emails of customers with confirmed fraud',
        dataField: 'customerEmail',
      },
    );
    return (made as { listId: number }).listId;
  }

  async createRule({ ago, body, changes = [], isDeactivated }: DemoRule): Promise<void> {
    const made = (await this.call(createRule, ago, {}, body)) as { ruleId: number; version: number };
    let version = made.version;
    const change = async (days: number, lifetimeAction: string, part: object): Promise<void> => {
      const path = { ruleId: made.ruleId, lifetimeAction };
      const saved = await this.call(changeRule, days, path, { ...body, ...part, version });
      version = (saved as { version: number }).version;
    };
    for (const one of changes) await change(one.ago, 'UPDATE', one.part);
    if (isDeactivated) await change(ago / 2, 'DEACTIVATE', changes.at(-1)?.part ?? {});
  }

  /** Runs a handler as the fraud analyst, some days before now. */
  async call(handler: Handler<Services>, ago: number, path: object, body: object): Promise<unknown> {
    const { database } = this.#services;
    const now = new Date(this.#to.getTime() - ago * dayMs);
    return inTenant(database, [company.id], async (sql) => {
      const ctx = {
        path: { ...path, orgId: company.id },
        query: {},
        body,
        request,
        services: this.#services,
        now,
        caller: this.#caller,
        resource: { paths: [company.path], organisationId: company.id, companyId: company.id },
        inTenant: (work: Parameters<typeof inTenant>[2]) => inTenant(database, [company.id], work),
        sql,
      } as unknown as HandlerContext<Endpoint, Services>;
      if (handler.kind !== 'one-transaction') throw new Error(`${handler.call.name} has steps`);
      return handler.run(ctx);
    });
  }
}

const request: RequestInfo = {
  id: 'story-rules',
  ip: '203.0.113.24',
  userAgent: 'Mozilla/5.0',
  program: 'portal',
  header: () => undefined,
  cookie: () => undefined,
  signal: new AbortController().signal,
};
