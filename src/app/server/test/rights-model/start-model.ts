import { generatedRuns } from '#testing/generated-runs.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { createLog } from '#server/log.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { Attackers, type Counts, phishedPassword } from './attackers.ts';
import { startIssuers } from './issuers.ts';
import { describeSequence } from './oracle.ts';
import { type Plan, createWorld } from './world.ts';

/** fast-check prints it with a failure, and the failure lists the requests. Another seed generates other sequences. */
export const seed = Number(process.env.COUNTINGHOUSE_SEED ?? 20_261_123);
export const sequences = generatedRuns(150);

export interface Model {
  app: TestApp;
  /** The statuses of all requests. */
  counts: Counts;
  /** A new world with its attackers, who are signed in. */
  arrange(plan: Plan): Promise<Attackers>;
  stop(): Promise<void>;
}

/** One product with one database for all sequences. */
export async function startModel(): Promise<Model> {
  const issuers = startIssuers();
  const records = new Map<string, string[]>();
  const counts: Counts = new Map();
  const passwordHash = await hashPassword(phishedPassword);
  let worlds = 0;
  const app = await startApp({
    services: {
      // Thousands of requests are not worth a log: a failure lists its own.
      log: createLog('silent'),
      webClient: issuers.webClient,
      txtResolver: { lookup: async (name) => records.get(name) ?? [] },
    },
  });
  return {
    app,
    counts,
    async arrange(plan) {
      worlds += 1;
      // Limits of attempts are counted by address, and all sequences have one. Old emails slow the search for new ones.
      await app.owner`truncate throttle, mail_outbox`;
      const world = await createWorld(app, plan, worlds, { passwordHash });
      const attackers = new Attackers({ app, world, issuers, records }, counts);
      for (const attacker of world.attackers) await attackers.openSession(attacker);
      if (plan.isHolderPhished) attackers.passwords.set(world.holder.userName, phishedPassword);
      return attackers;
    },
    stop: () => app.stop(),
  };
}

/** Adds the requests to an error, which fast-check prints. */
export async function describeErrors(attackers: Attackers, work: () => Promise<void>): Promise<void> {
  await work().catch((cause: unknown) => {
    throw cause instanceof Error && cause.message.includes(' of world ')
      ? cause
      : new Error(describeSequence(attackers), { cause });
  });
}
