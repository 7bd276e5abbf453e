import { crashingServices } from '#testing/crashing-services.ts';
import { replaceCardIds } from '#features/payments/payments/server/jobs/replace-card-ids.ts';

/** Replaces ids of cards, and kills itself in the transaction of the card with this number. */
const [, , , atCard = '1'] = process.argv;
let cards = 0;
await replaceCardIds.run({
  ...(await crashingServices({ atOperation: 1 })),
  clock: {
    now: () => {
      cards += 1;
      if (cards === Number(atCard)) process.kill(process.pid, 'SIGKILL');
      return new Date();
    },
  },
});
