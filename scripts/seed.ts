import { parseArgs } from 'node:util';
import { bulkLoad } from '#app/server/demo/bulk/bulk-load.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { migrate } from '#database/migrate.ts';
import { openDatabase } from '#database/open-database.ts';
import { productVersion } from '#server/config.ts';
import { openKeys } from '#server/auth/key-store/key-store.ts';
import { selectMasterKeySource } from '#server/auth/key-store/master-key-source.ts';

const { values } = parseArgs({
  options: {
    transactions: { type: 'string', default: '100000' },
    'data-dir': { type: 'string', default: '.data' },
    'database-url': { type: 'string' },
  },
});
const transactions = Number(values.transactions);
if (!Number.isSafeInteger(transactions) || transactions < 1) {
  console.error('--transactions must be a whole number above 0.');
  process.exit(1);
}

const embedded = values['database-url'] ? undefined : await startEmbeddedPostgres(values['data-dir']);
const url = values['database-url'] ?? embedded?.url ?? '';
try {
  await migrate(url, { release: productVersion() });
  const source = selectMasterKeySource(
    {
      dataDir: values['data-dir'],
      masterKeyFile: process.env.COUNTINGHOUSE_MASTER_KEY_FILE,
      keyService: process.env.COUNTINGHOUSE_KEY_SERVICE,
    },
    process.env,
  );
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  const { keys } = await openKeys(owner, source).finally(() => owner.end({ timeout: 5 }));
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const progress = (createdCount: number) =>
    process.stderr.write(
      `\r${createdCount.toLocaleString('en')} transactions, ${Math.round(createdCount / seconds())}/s `,
    );
  const insertedCount = await bulkLoad(url, keys, { transactions, now: new Date(), progress });
  const rate = Math.round(insertedCount / seconds());
  const memory = Math.round(process.resourceUsage().maxRSS / 1024);
  console.log(
    `\n${insertedCount} transactions in ${seconds().toFixed(1)} s, indexes and statistics included: ${rate}/s; ` +
      `most memory ${memory} MB`,
  );
} finally {
  // A server that another process is using must not be stopped.
  if (embedded?.started) await embedded.stop();
}
