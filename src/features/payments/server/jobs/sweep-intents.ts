import { inTenant } from '#database/tenant.ts';
import { after } from '#server/clock.ts';
import type { Job } from '#server/job.ts';
import type { Services } from '#server/services.ts';
import type { ProcessorAnswer } from '#outside/processor.ts';
import { defer, settle } from '../pipeline/settle.ts';

interface OpenIntent {
  txnId: number;
  companyId: number;
  looks: number;
}

/**
 * Finds out what became of operations that nobody answered for, and books it (domain §2.5). It asks, and if the
 * processor has never heard of one, forbids it: it never sends. Several sweepers share the work by lease.
 */
export const sweepIntents: Job = {
  name: 'sweep-intents',
  everySeconds: 5,
  async run(services) {
    for (let batch = await lease(services); batch.length > 0; batch = await lease(services)) {
      for (const intent of batch) {
        await resolve(services, intent).catch((error: unknown) => {
          services.log.error({ err: error, transactionId: intent.txnId }, 'intent not resolved');
        });
      }
    }
  },
};

/** Takes up to fifty due intents and puts off their next look, so that no other sweeper takes them too. */
async function lease({ database, clock, config }: Services): Promise<OpenIntent[]> {
  const now = clock.now();
  return inTenant(
    database,
    'every-company',
    (sql) => sql<OpenIntent[]>`
      update processor_intent i
      set looks = looks + 1,
          next_look_at = ${now}::timestamptz
            + make_interval(secs => ${config.intentGraceMs} / 1000.0 * least(power(2, looks), 32))
      from (
        select txn_id, company_id from processor_intent
        where state <> 'DONE' and next_look_at <= ${now}
        order by next_look_at limit 50 for update skip locked
      ) due
      where i.txn_id = due.txn_id and i.company_id = due.company_id
      returning i.txn_id as "txnId", i.company_id as "companyId", i.looks`,
  );
}

async function resolve(services: Services, { txnId, companyId, looks }: OpenIntent): Promise<void> {
  const { processor, clock, database, config } = services;
  const reference = String(txnId);
  const found = await processor.find(reference);
  const known = found.kind === 'unknown' ? await processor.forbid(reference) : found;
  const now = clock.now();
  if (known.kind === 'answer' || known.kind === 'forbidden') {
    const answer = known.kind === 'answer' ? known.answer : neverArrived;
    await inTenant(database, [companyId], (sql) => settle(sql, companyId, txnId, answer, now));
  } else if (known.kind === 'pending') {
    const again = after(now, config.intentGraceMs * Math.min(2 ** looks, 32));
    await inTenant(database, [companyId], (sql) => defer(sql, companyId, txnId, 'accepted', now, again));
  }
}

const neverArrived: ProcessorAnswer = {
  result: 'FORBIDDEN',
  acquirerName: 'Example Acquirer',
  route: 'GATEWAY',
  statusCode: '',
  message: 'The operation never reached the processor',
  gatewayReference: '',
  addressCheck: 'NOT_CHECKED',
  postcodeCheck: 'NOT_CHECKED',
  cv2Check: 'NOT_CHECKED',
};
