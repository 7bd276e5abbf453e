import { benchCompany } from '#app/server/demo/bulk/bench-merchants.ts';
import { dayMs } from '#server/clock.ts';
import { taskSorts } from '#features/review/queue/queue-search.ts';
import { sortColumns } from '#features/review/queue/server/read-task-search.ts';
import type { BenchEnv } from './bench-env.ts';
import { get } from './http-client.ts';
import { signIn } from './measure-searches.ts';
import { type Figure, quantile } from './statistics.ts';

const openTasks = 100_000;
const closedTasks = 200_000;
const pageSize = 50;
const user = 'domain@demo.example';

/** A call of the queue, and the same statements of a plain client. */
interface Call {
  name: string;
  url: string;
  floor: string[];
}

/** 95th percentiles of the queue's calls with 100,000 open tasks, alternating with the statement alone. */
export async function* measureQueue(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  await fillQueue(env.owner);
  const headers = await signIn(env.portal);
  const [{ taskId = 0 } = {}] = await env.owner<{ taskId: number }[]>`
    select max(task_id) as task_id from queue_task where company_id = ${benchCompany}`;
  for (const { name, url, floor } of [...buildCalls(), ...reviewCalls(taskId)]) {
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let index = 0; index < rounds * 10 + 3; index += 1) {
      const times = [await callOverHttp(`${env.portal}${url}`, headers), await runDirectly(env.owner, floor)];
      // The first turns load the pages from disk.
      if (index < 3) continue;
      ours.push(times[0] ?? 0);
      theirs.push(times[1] ?? 0);
    }
    const [p95, floorP95] = [quantile(ours, 0.95), quantile(theirs, 0.95)];
    yield { name: `queue, ${name} p95`, unit: 'ms', ours: p95, floor: floorP95, ratio: p95 / floorP95 };
  }
}

const tasks = '/proxy/async/queue/tasks';
const isOpen = `company_id = ${benchCompany} and status not in ('ACCEPTED', 'REJECTED', 'FLUSHED', 'EXPIRED')`;

function buildCalls(): Call[] {
  const search = (
    name: string,
    query: string,
    where: string,
    order = 'transaction_time, task_id',
    from = 1,
  ) => ({
    name,
    url: `${tasks}/search/${benchCompany}?limit=${pageSize}&startFrom=${from}&${query}`,
    floor: [
      `select * from queue_task where ${isOpen} and ${where}
        order by ${order} limit ${pageSize} offset ${from - 1}`,
      `select count(*) from queue_task where ${isOpen} and ${where}`,
    ],
  });
  const sorted = taskSorts.flatMap((sort) =>
    (['ASC', 'DESC'] as const).map((direction) =>
      search(
        `by ${sort} ${direction}`,
        `taskField.field=${sort}&taskField.sort=${direction}`,
        'true',
        `${sortColumns[sort]} ${direction}, task_id ${direction}`,
      ),
    ),
  );
  const filters: Record<string, [query: string, where: string]> = {
    'my tasks': ['assignee=me', `assignee = '${user}'`],
    'one status': ['taskStatuses=ON_HOLD', `status = 'ON_HOLD'`],
    failed: ['taskStatuses=ALL_FAILED', `status in ('ACCEPT_FAILED', 'REJECT_FAILED', 'FLUSH_FAILED')`],
    'one type': ['transactionTypeCategories=PAYOUT', `category = 'PAYOUT'`],
    amounts: ['txnMinAmount=900&txnMaxAmount=910', 'amount between 900 and 910'],
    'one task': ['taskSearch.taskId=77', 'task_id = 77'],
    'one transaction': ['taskSearch.transactionId=77', 'txn_id = 77'],
    'one email': ['taskSearch.customerEmail=shopper77@', `customer_email like '%shopper77@%'`],
    'an email of no task': ['taskSearch.customerEmail=zzz', `customer_email like '%zzz%'`],
    'one IP address': ['taskSearch.customerIpAddress=192.0.2.77', `customer_ip = '192.0.2.77'`],
    'one score': ['taskSearch.score=77', 'score = 77'],
    'one country': ['taskSearch.cardIssuerCountryCode=FRA', `issuer_country = 'FRA'`],
    'one currency': ['taskSearch.transactionCurrencyCode=EUR', `ccy_code = 'EUR'`],
    'one source': ['taskSearch.paymentSource=CARD', `payment_source = 'CARD'`],
    'one reviewer': ['taskSearch.assignee=reviewer7@demo.example', `assignee = 'reviewer7@demo.example'`],
    'no result': ['taskSearch.transactionAmount=0.01', 'amount = 0.01'],
  };
  return [
    ...sorted,
    ...Object.entries(filters).map(([name, [query, where]]) => search(name, query, where)),
    search('page at 90,001', '', 'true', undefined, 90_001),
    {
      name: 'counts',
      url: `${tasks}/taskCounts/${benchCompany}`,
      floor: [
        `select status, category, assignee = '${user}', count(*), max(amount) from queue_task
        where ${isOpen} group by 1, 2, 3`,
      ],
    },
    {
      name: 'counts of a filter',
      url: `${tasks}/taskCounts/${benchCompany}?assignee=me&txnMinAmount=100&txnMaxAmount=900`,
      floor: [
        `select status, category, assignee = '${user}', amount between 100 and 900, count(*), max(amount)
        from queue_task where ${isOpen} group by 1, 2, 3, 4`,
      ],
    },
    {
      name: 'users',
      url: `/proxy/async/queue/users/${benchCompany}`,
      floor: ['select user_name_key from app_user where active order by given_name limit 1000'],
    },
  ];
}

/** The calls of review mode and of the figures. */
function reviewCalls(taskId: number): Call[] {
  const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
  const figures = (days: number): Call => ({
    name: `figures of ${days} days`,
    url: `/proxy/async/queue/figures/${benchCompany}?from=${day(days)}&to=${day(0)}&timeZone=UTC`,
    floor: [
      `select decided_by, status, count(*) from queue_task
        where company_id = ${benchCompany} and decided_at >= '${day(days)}' group by 1, 2`,
    ],
  });
  const review = `/proxy/async/queue/review/${benchCompany}?sessionId=00000000-0000-4000-8000-000000000001`;
  return [
    {
      name: 'review: next tasks',
      url: review,
      floor: [`select * from queue_task where ${isOpen} order by transaction_time, task_id limit 100`],
    },
    {
      name: 'review: history of a task',
      url: `${tasks}/${taskId}/context`,
      floor: [`select * from queue_task where company_id = ${benchCompany} and task_id = ${taskId}`],
    },
    figures(7),
    figures(30),
  ];
}

async function callOverHttp(url: string, headers: Record<string, string>): Promise<number> {
  const start = performance.now();
  const { status, text } = await get(url, headers);
  if (status !== 200) throw new Error(`${url}: ${status} ${text.slice(0, 300)}`);
  return performance.now() - start;
}

async function runDirectly(owner: BenchEnv['owner'], statements: readonly string[]): Promise<number> {
  const start = performance.now();
  for (const statement of statements) await owner.unsafe(statement, [], { prepare: true });
  return performance.now() - start;
}

/** Tasks of all merchants of the company. A third of them is open. */
async function fillQueue(owner: BenchEnv['owner']): Promise<void> {
  const [existing] = await owner`select from queue_task where company_id = ${benchCompany} limit 1`;
  if (existing) return;
  await owner`
    insert into queue_task (company_id, txn_id, status, final_action, was_deferred_by_merchant, opened_at, decides_at,
                            decided_at, decided_by, assignee, merchant_id, installation_id, category, transaction_time, amount, ccy_code,
                            customer_email, customer_ip, score, issuer_country, payment_source)
    select ${benchCompany}, t.txn_id,
      case when n > ${openTasks} then (array['ACCEPTED', 'REJECTED', 'EXPIRED'])[1 + n % 3]
        when n % 10 < 7 then 'NEW' when n % 10 < 9 then 'ON_HOLD'
        else (array['ACCEPT_FAILED', 'REJECT_FAILED', 'ACCEPTING', 'REJECTING'])[1 + n / 10 % 4] end,
      'capture', n % 20 = 0, now() - n * interval '10 seconds',
      now() + interval '3 days', case when n > ${openTasks} then now() - n * interval '9 seconds' end,
      case when n > ${openTasks} then 'reviewer' || n % 40 || '@demo.example' end,
      case when n % 2 = 0 then null when n % 100 = 1 then ${user} else 'reviewer' || n % 40 || '@demo.example' end,
      t.merchant_id, t.installation_id, case when n % 12 = 0 then 'PAYOUT' else 'PAYMENT' end,
      now() - n * interval '5 seconds', (n::bigint * 7919 % 100000) / 100.0, (array['GBP', 'EUR', 'USD'])[1 + n % 3],
      'shopper' || n || '@shop.example', '192.0.2.' || n % 250, n % 101, (array['GBR', 'FRA', 'DEU', 'USA'])[1 + n % 4],
      'CARD'
    from (
      select txn_id, merchant_id, installation_id, row_number() over (order by txn_id desc)::integer as n
      from txn where company_id = ${benchCompany} and txn_type in ('PAYMENT', 'PREAUTH')
      order by txn_id desc limit ${openTasks + closedTasks}) as t`;
  await owner.unsafe('vacuum analyze queue_task');
}
