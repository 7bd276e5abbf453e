import { jobsOfCompanies } from '#app/server/jobs.ts';
import { crashingServices } from '#testing/crashing-services.ts';
import { runTestClocks } from '../server/run-test-clocks.ts';

/** A worker that moves clocks and kills itself at the second charge. */
await runTestClocks(jobsOfCompanies).run(await crashingServices({ atOperation: 2 }));
process.exit(1);
