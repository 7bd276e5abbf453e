import { crashingServices } from '#testing/crashing-services.ts';
import { runBulkWork } from '../server/run-bulk-work.ts';

/** Runs bulk work and kills itself at the second operation. */
await runBulkWork.run(await crashingServices({ atOperation: 2 }));
