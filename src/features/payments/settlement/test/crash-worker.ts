import { onlyProcessor } from '#integrations/processors/processors.ts';
import { crashingServices } from '#testing/crashing-services.ts';
import { importSettlementReports } from '../server/import-reports.ts';
import { madeUpSettlements } from './settlement-lines.ts';

/** Imports reports and kills itself before the third part. The payments are the last argument. */
const services = await crashingServices({ atOperation: 1 });
const connection = (await services.processors.current()).open(1, { installationId: 0 });
if (!connection) throw new Error('the sandbox is not connected');
services.processors = onlyProcessor({
  ...connection,
  settlements: madeUpSettlements((process.argv[5] ?? '').split(','), (part) => {
    if (part === 2) process.kill(process.pid, 'SIGKILL');
  }),
});
await importSettlementReports.run(services);
