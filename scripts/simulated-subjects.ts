import { join } from 'node:path';
import type { Database } from '#database/connection.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import { protocolSubject, sandboxSubject } from '#integrations/processors/kit/sandbox-subject.ts';
import type { KitSubject } from '#integrations/processors/kit/subject.ts';
import { projectRoot } from '#server/config.ts';
import { adyenSubject } from '#testing/simulators/adyen-subject.ts';
import { hyperswitchSubject } from '#testing/simulators/hyperswitch-subject.ts';
import { stripeSubject } from '#testing/simulators/stripe-subject.ts';

/** The kit's subjects with a simulator, by the adapter's name. The sandbox stores what it does in a database. */
export const simulatedSubjects: Readonly<
  Record<string, (options: { sql: Database }) => Promise<KitSubject>>
> = {
  sandbox: sandboxSubject,
  http: protocolSubject,
  adyen: adyenSubject,
  stripe: stripeSubject,
  hyperswitch: hyperswitchSubject,
};

/** Runs `work` with a subject whose sandbox is empty, and closes the subject. */
export async function withSimulatedSubject<T>(
  open: (typeof simulatedSubjects)[string],
  work: (subject: KitSubject) => Promise<T>,
): Promise<T> {
  const embedded = await startEmbeddedPostgres(join(projectRoot, '.cache', 'processor-check'));
  const sql = openDatabase(embedded.url, { as: 'owner', max: 4, kind: 'maintenance' });
  try {
    await sql`drop schema if exists sandbox cascade`;
    const subject = await open({ sql });
    try {
      return await work(subject);
    } finally {
      await subject.close();
    }
  } finally {
    await sql.end({ timeout: 1 });
    if (embedded.started) await embedded.stop();
  }
}
