import type { BenchEnv } from './bench-env.ts';
import { post } from './http-client.ts';
import { type Sample, measureInTurns, timed } from './measure-in-turns.ts';
import { signIn } from './measure-searches.ts';
import type { Figure } from './statistics.ts';

const scopes = [
  { of: '1 merchant', orgId: 20_001, where: 'merchant_id = 20001' },
  { of: 'a company', orgId: 2000, where: 'company_id = 2000' },
];
/** The customers of a response, and one more, when there are others. */
const most = 51;

/**
 * The search of customers after each key, over HTTP and as a direct statement on the words, in turns. The texts are the
 * beginnings and parts of names, emails, telephone numbers and references of customers from all over the table.
 */
export async function* measureCustomers(env: BenchEnv, rounds: number): AsyncGenerator<Figure> {
  const headers = await signIn(env.portal);
  const people = await env.owner<{ name: string; email: string | null; telephone: string | null }[]>`
    select name, email, telephone from known_customer tablesample system (0.2)
    where name is not null order by hashint8(known_customer_id) limit 12`;
  const kinds = [
    {
      name: 'typed name',
      values: people.flatMap(({ name }) => [2, 3, 5, name.length].map((n) => name.slice(0, n))),
    },
    { name: 'last name', values: people.map(({ name }) => name.split(' ').at(-1) ?? name) },
    {
      name: 'part of an email',
      values: people.flatMap(({ email }) => (email === null ? [] : [email.slice(2, 14)])),
    },
    {
      name: 'telephone',
      values: people.flatMap(({ telephone }) => (telephone === null ? [] : [telephone.slice(-9)])),
    },
    { name: 'common part', values: ['example', 'an', 'er', '.co', '44 20'] },
    { name: 'unknown', values: ['zzqqy', 'qx', 'example zzqqy'] },
  ];
  for (const { of, orgId, where } of scopes)
    for (const { name, values } of kinds)
      yield* await measureInTurns(
        { name: `customers: ${name}, ${of}`, values, rounds, turns: 16 },
        {
          '': (typed) => overHttp(env, headers, { orgId, text: typed }),
          plainly: (typed) => directly(env, where, typed),
        },
      );
}

function overHttp(env: BenchEnv, headers: Record<string, string>, body: unknown): Promise<Sample> {
  return timed(async () => {
    const response = await post(`${env.portal}/proxy/sync/customers/search`, body, headers);
    if (response.status !== 200)
      throw new Error(`customers: ${response.status} ${response.text.slice(0, 400)}`);
    const { customers, hasMore } = JSON.parse(response.text) as { customers: unknown[]; hasMore: boolean };
    return customers.length + (hasMore ? 1 : 0);
  });
}

function directly({ owner }: BenchEnv, where: string, typed: string): Promise<Sample> {
  return timed(async () => {
    const [condition] = await owner<{ sql: string }[]>`select customer_word_condition(${typed}) as sql`;
    const rows = await owner.unsafe(
      `select known_customer_id from customer_words where ${condition?.sql ?? 'true'} and ${where} limit ${most}`,
    );
    return rows.length;
  });
}
