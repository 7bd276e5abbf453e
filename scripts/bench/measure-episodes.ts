import { runConcurrently } from '#server/run-concurrently.ts';
import { runDueEpisodes } from '#features/payments/episodes/server/run-due-episodes.ts';
import { nextTransactionId } from '#features/payments/payments/server/db/transactions.ts';
import { barePayment } from './bare-payment.ts';
import type { BenchEnv } from './bench-env.ts';
import { type Figure, median } from './statistics.ts';

const concurrency = 8;

/** Due episodes a second by one worker, alternating with bare payments by a direct client. */
export async function measureEpisodes(env: BenchEnv, rounds: number, count: number): Promise<Figure> {
  const rates: { ours: number; floor: number }[] = [];
  await storeCredentials(env, (rounds + 1) * count);
  // The first round warms up.
  for (let round = 0; round <= rounds; round += 1) {
    await insertDueEpisodes(env, round, count);
    const start = performance.now();
    await runDueEpisodes.run(env.services);
    const ours = count / ((performance.now() - start) / 1000);
    const [remaining] = await env.owner<{ n: number }[]>`
      select count(*)::int as n from schedule_episode where state = 'DUE' and due_at <= now()`;
    if (remaining?.n !== 0) throw new Error(`${remaining?.n} episodes were not run`);
    if (round > 0) rates.push({ ours, floor: await bareRate(env, count) });
  }
  return {
    name: `due episodes, one worker, ${concurrency} at a time`,
    unit: '/s',
    ours: median(rates.map((rate) => rate.ours)),
    floor: median(rates.map((rate) => rate.floor)),
    ratio: median(rates.map((rate) => rate.ours / rate.floor)),
  };
}

/** Gives cards of seeded payments a credential, one for each episode. */
async function storeCredentials({ owner }: BenchEnv, count: number): Promise<void> {
  await owner`
    update card_token c set credential = 'bench'
    from (
      select t.company_id, t.card_token
      from txn t join installation i on i.installation_id = t.installation_id and i.supports_recurring
      where t.txn_type = 'PAYMENT' and t.txn_status = 'SUCCESS'
      order by t.txn_id limit ${count}
    ) t
    where c.company_id = t.company_id and c.token = t.card_token and c.credential is null`;
}

/** Inserts one episode a paid card, due since yesterday. */
async function insertDueEpisodes({ owner }: BenchEnv, round: number, count: number): Promise<void> {
  await owner`delete from schedule where schedule_id like 'be%'`;
  await owner`delete from schedule_episode where schedule_id like 'be%'`;
  const created = await owner`
    with root as (
      select t.*, row_number() over (order by t.txn_id) as n
      from txn t
      join payment p on p.root_id = t.txn_id and p.company_id = t.company_id and p.in_progress is null
      join card_token c on c.company_id = t.company_id and c.token = t.card_token and c.credential is not null
      join installation i on i.installation_id = t.installation_id and i.supports_recurring
      where t.txn_type = 'PAYMENT' and t.txn_status = 'SUCCESS'
      order by t.txn_id offset ${round * count} limit ${count}
    ), made as (
      insert into schedule (company_id, schedule_id, merchant_id, installation_id, txn_id, root_id, status, type,
        definition, sequence, ccy_code, anchor_on, anchor_index, next_index, next_episode_on, next_minor, created_at,
        card_correlation_id)
      select company_id, 'be' || lpad(txn_id::text, 30, '0'), merchant_id, installation_id, txn_id, txn_id, 'ACTIVE',
        'frequency', jsonb_build_object('currency', ccy_code, 'amountsMinor', jsonb_build_array(1000),
          'frequency', jsonb_build_object('rate', 'FIXED', 'unit', 'MONTH', 'quantity', 1)),
        'RECURRING', ccy_code, current_date - 1, 1, 1, current_date - 1, 1000, now(), card_correlation_id
      from root returning company_id, schedule_id
    )
    insert into schedule_episode (company_id, schedule_id, episode_index, retry_index, due_on, due_at, next_check_at,
      amount_minor, state)
    select company_id, schedule_id, 1, 0, current_date - 1, now() - interval '1 day', now() - interval '1 day', 1000,
      'DUE'
    from made returning 1`;
  if (created.length < count) throw new Error(`only ${created.length} paid cards for episodes`);
}

async function bareRate(env: BenchEnv, count: number): Promise<number> {
  let startedMs = 0;
  const next = () => (startedMs < count ? (startedMs += 1) : undefined);
  const start = performance.now();
  await runConcurrently(concurrency, next, async () => {
    const txnId = await nextTransactionId(env.services);
    await barePayment(env, { txnId, reference: `E-${txnId}`, amountMinor: 1000, index: txnId % 100_000 });
  });
  return count / ((performance.now() - start) / 1000);
}
