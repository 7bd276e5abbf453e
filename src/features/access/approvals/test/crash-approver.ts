import { crashingServices } from '#testing/crashing-services.ts';
import { runApprovals } from '../server/run-approvals.ts';

/** Runs approved requests and kills itself at the refund. */
await runApprovals.run(await crashingServices({ atOperation: 1 }));
