import { randomUUID } from 'node:crypto';
import { benchCompany } from '#app/server/demo/bulk/bench-merchants.ts';
import { importList } from '#features/fraud/fraud-lists/server/import-list.ts';
import type { BenchEnv } from './bench-env.ts';
import { get, post } from './http-client.ts';
import { signIn } from './measure-searches.ts';
import { type Figure, quantile } from './statistics.ts';

const values = 1_000_000;
const listName = 'Bench list';
/** The limit for reading a list, in ms. */
const limitMs = 200;
const lists = '/proxy/sync/rms/list';

/** 95th percentiles of reading a list of a million values, against the limit. */
export async function* measureLists(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const headers = await signIn(env.portal);
  const listId = (await findList(env)) ?? (await createList(env, headers));
  const [{ day = '' } = {}] = await env.owner<{ day: string }[]>`
    select to_char(max(added_at), 'YYYY-MM-DD') || 'T23:59:59.999Z' as day from fraud_list_item where list_id = ${listId}`;
  for (const [name, query] of Object.entries(reads(day))) {
    const url = `${env.portal}${lists}${query.replace('$list', `${listId}`)}`;
    const times: number[] = [];
    for (let index = 0; index < rounds * 4 + 2; index += 1) {
      const start = performance.now();
      const { status, text } = await get(url, headers);
      if (status !== 200) throw new Error(`${url}: ${status} ${text.slice(0, 300)}`);
      // The first turns load the pages from disk.
      if (index >= 2) times.push(performance.now() - start);
    }
    const p95 = quantile(times, 0.95);
    yield { name: `list, ${name} p95`, unit: 'ms', ours: p95, floor: limitMs, ratio: p95 / limitMs };
  }
}

function reads(day: string): Record<string, string> {
  const items = (query: string) => `/$list/listItems/${benchCompany}?limit=50&${query}`;
  const history = (query: string) => `/audit/$list/${benchCompany}?limit=50&${query}`;
  const sorted = (kind: (query: string) => string, label: string, fields: readonly string[]) =>
    Object.fromEntries(
      fields.flatMap((field) =>
        [1, 500_001, 999_951].map((from) => [
          `${label} by ${field} from ${from}`,
          kind(`startFrom=${from}&sortField.field=${field}&sortField.sort=DESC`),
        ]),
      ),
    );
  return {
    ...sorted(items, 'values', ['value', 'source', 'addedDate', 'expiryDate']),
    'value of one': items('listItemSearch.value=buyer777777@'),
    'values of 111,111': items('listItemSearch.value=buyer7'),
    'value of none': items('listItemSearch.value=zzz'),
    'values of a source': items('listItemSearch.source=Operator'),
    'values of a day': items(`listItemSearch.addedDate=${day}`),
    ...sorted(history, 'history', ['value', 'source', 'date', 'user', 'expiryDate']),
    'history of a value': history('listAuditSearch.value=buyer777777@'),
    'history of a user': history('listAuditSearch.user=bench'),
    'history of a source': history('listAuditSearch.source=Operator'),
    'history of a day': history(`listAuditSearch.date=${day}`),
    'history of a year': history(
      `listAuditSearch.fromDate=2026-01-01T00:00:00Z&listAuditSearch.toDate=${day}`,
    ),
  };
}

async function findList({ owner }: BenchEnv): Promise<number | undefined> {
  const [existing] = await owner<{ listId: number }[]>`
    select list_id from fraud_list where company_id = ${benchCompany} and name = ${listName} and item_count = ${values}`;
  return existing?.listId;
}

/** Imported like an operator's file. */
async function createList(env: BenchEnv, headers: Record<string, string>): Promise<number> {
  const body = { name: listName, description: listName, dataField: 'customerEmail', hotList: false };
  const { status, text } = await post(`${env.portal}${lists}/${benchCompany}`, body, {
    ...headers,
    'idempotency-key': randomUUID(),
  });
  if (status >= 300) throw new Error(`create list: ${status} ${text.slice(0, 300)}`);
  const { listId } = JSON.parse(text) as { listId: number };
  await importList(env.services.database, {
    listId,
    bytes: emails(),
    operator: 'bench',
    now: () => new Date(),
    onRejected: ({ line, error }) => {
      throw new Error(`line ${line}: ${error}`);
    },
    onProgress: (rows) => process.stderr.write(`\rimporting: ${rows.toLocaleString('en')} `),
  });
  await env.owner.unsafe('vacuum analyze fraud_list_item, fraud_list_history');
  return listId;
}

async function* emails(): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for (let number = 1; number <= values; number += 1) yield encoder.encode(`buyer${number}@bench.example\n`);
}
