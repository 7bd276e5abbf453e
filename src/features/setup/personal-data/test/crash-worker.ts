import { readConfig } from '#server/config.ts';
import { crashingServices } from '#testing/crashing-services.ts';
import { runPersonRequests } from '../server/run-person-requests.ts';

/** Erases a person's data and kills itself when the named step looks at the clock for the given time. */
const [, , , nowMs = '', stepName = '', atLook = '1'] = process.argv;
const isStep = new RegExp(String.raw`\b${stepName}\b`);
let looks = 0;
await runPersonRequests.run({
  ...(await crashingServices({ atOperation: 1 })),
  config: readConfig(['--dispute-period-days', '0'], {}),
  clock: {
    now: () => {
      if (isStep.test(new Error('look').stack ?? '')) looks += 1;
      if (looks === Number(atLook)) process.kill(process.pid, 'SIGKILL');
      return new Date(Number(nowMs));
    },
  },
});
