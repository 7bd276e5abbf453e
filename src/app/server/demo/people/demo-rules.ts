import type { Database } from '#database/connection.ts';
import { inTenant } from '#database/tenant.ts';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { changeRule, createRule, createTerritoryRule } from '#features/fraud/fraud-rules/server/handlers.ts';
import { loadUserCaller } from '#server/auth/access-store.ts';
import type { Caller } from '#server/auth/caller.ts';
import { dayMs } from '#server/clock.ts';
import type { Handler, HandlerContext, RequestInfo } from '#server/handler.ts';
import type { Services } from '#server/services.ts';
import { stableUuid } from '#database/stable-uuid.ts';
import type { StaffAct } from '../demo-users.ts';
import { type DemoRule, demoRules, demoTerritoryRules, onList } from './demo-rule-texts.ts';

const company = { id: 1100, path: '/1000/1100' };

/** The fraud rules of Harbour Group, created and changed through the endpoints. */
export async function planRuleActs(services: Services, to: Date): Promise<StaffAct[]> {
  const analyst = await loadUserCaller(services, stableUuid('analyst@harbour.example'), 0, to.getTime());
  const author = new RuleAuthor(analyst, to);
  return [
    ...demoRules().flatMap((rule) => author.planRuleActs(rule)),
    ...demoTerritoryRules.map(({ ago, body }) =>
      author.act(ago, async (call) => void (await call(createTerritoryRule, {}, body))),
    ),
  ];
}

type Call = (handler: Handler<Services>, path: object, body: object) => Promise<unknown>;

class RuleAuthor {
  readonly #caller: Caller;
  readonly #to: Date;

  constructor(caller: Caller, to: Date) {
    this.#caller = caller;
    this.#to = to;
  }

  planRuleActs({ ago, body, changes = [], isDeactivated, list }: DemoRule): StaffAct[] {
    let content = body;
    let stored = { ruleId: 0, version: 0 };
    const create = this.act(ago, async (call, { database }) => {
      if (list) content = { ...body, ...onList(list.field, await findListId(database, list.name)) };
      stored = (await call(createRule, {}, content)) as typeof stored;
    });
    const change = (days: number, lifetimeAction: string, part: object): StaffAct =>
      this.act(days, async (call) => {
        const path = { ruleId: stored.ruleId, lifetimeAction };
        const saved = await call(changeRule, path, { ...content, ...part, version: stored.version });
        stored.version = (saved as { version: number }).version;
      });
    return [
      create,
      ...changes.map((edit) => change(edit.ago, 'UPDATE', edit.part)),
      ...(isDeactivated ? [change(ago / 2, 'DEACTIVATE', changes.at(-1)?.part ?? {})] : []),
    ];
  }

  /** Some days before now. */
  act(ago: number, work: (call: Call, services: Services) => Promise<void>): StaffAct {
    const at = new Date(this.#to.getTime() - ago * dayMs);
    return {
      at,
      run: (services) => work((...call) => this.#call(services, at, ...call), services),
    };
  }

  /** Runs a handler as the fraud analyst. */
  async #call(services: Services, now: Date, ...[handler, path, body]: Parameters<Call>): Promise<unknown> {
    const { database } = services;
    return inTenant(database, [company.id], async (sql) => {
      const ctx = {
        path: { ...path, orgId: company.id },
        query: {},
        body,
        request,
        services,
        now,
        caller: this.#caller,
        resource: { path: company.path, organisationId: company.id, companyId: company.id },
        inTenant: (work: Parameters<typeof inTenant>[2]) => inTenant(database, [company.id], work),
        requireApproval: () => Promise.resolve(),
        sql,
      } as unknown as HandlerContext<Endpoint, Services>;
      if (handler.kind !== 'one-transaction') throw new Error(`${handler.endpoint.name} has steps`);
      return handler.run(ctx);
    });
  }
}

async function findListId(database: Database, name: string): Promise<number> {
  const [list] = await inTenant(
    database,
    [company.id],
    (sql) => sql<{ listId: number }[]>`
      select list_id from fraud_list where company_id = ${company.id} and name = ${name}`,
  );
  if (!list) throw new Error(`the demo has no list ${name}`);
  return list.listId;
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
