import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { csvLine } from '#shared/text/csv.ts';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { prepareRestore } from '#database/migrate.ts';
import { openDatabase } from '#database/open-database.ts';
import { runApply, runApplyProcessors, runCreateCompany } from './apply-company.ts';
import { breakGlass } from './break-glass.ts';
import { replaceCardIds } from './card-id-commands.ts';
import { runExport } from './export-company.ts';
import { endMasterKeyRotation, rotateMasterKey, rotateRoots, showKeys } from './key-commands.ts';
import { passwordLink } from './password-link.ts';
import { runMigrate } from './migrate-command.ts';
import { verifyExport } from './verify-export.ts';
import { rotateKey } from './rotate-key.ts';
import { importList } from '#features/fraud/fraud-lists/server/import-list.ts';

/** Exit code 0: done, 1: the list, key or user is missing or takes no change, or a file differs from its manifest, 2: not done. `apply` and `migrate` have their own. */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'data-dir': { type: 'string', default: process.env.COUNTINGHOUSE_DATA_DIR ?? '.data' },
    'database-url': { type: 'string' },
    /** The user in the history and the actor in the audit. */
    by: { type: 'string' },
    list: { type: 'string' },
    file: { type: 'string' },
    /** Where rejected rows are written; by default beside the file. */
    rejected: { type: 'string' },
    /** The manifest of `file`. */
    manifest: { type: 'string' },
    key: { type: 'string' },
    /** Hours for which the previous secret works. */
    overlap: { type: 'string', default: '24' },
    'secrets-out': { type: 'string' },
    /** Minutes of an emergency access. */
    minutes: { type: 'string', default: '60' },
    /** The public address of the portal, in a link. */
    'portal-url': {
      type: 'string',
      default: process.env.COUNTINGHOUSE_PORTAL_URL ?? 'http://localhost:8080',
    },
    plan: { type: 'boolean', default: false },
    prune: { type: 'boolean', default: false },
    /** The state of an earlier plan. */
    expect: { type: 'string' },
    /** The file of an export. */
    out: { type: 'string' },
    /** Options of a new company: its name, the organisation above it, and its IANA time zone. */
    name: { type: 'string' },
    under: { type: 'string' },
    'time-zone': { type: 'string' },
    /** A new master key: a file, the name of a variable, or the address of a key service. */
    'new-key-file': { type: 'string' },
    'new-key-variable': { type: 'string' },
    'new-key-service': { type: 'string' },
    /** Ends the rotation of the master key. */
    finish: { type: 'boolean', default: false },
    cancel: { type: 'boolean', default: false },
    /** Migrates although programs run that the release excludes. */
    'exclude-older': { type: 'boolean', default: false },
  },
});

const usage = `npm run admin -- import-list --list <id> --file <path> --by <your name>
npm run admin -- rotate-key --key <API id> [--overlap <hours>] [--secrets-out <file>] --by <your name>
npm run admin -- keys
npm run admin -- rotate-master-key --new-key-file <file> | --new-key-variable <name> | --new-key-service <address> --by <your name>
npm run admin -- rotate-master-key --finish | --cancel --by <your name>
npm run admin -- rotate-roots --by <your name>
npm run admin -- replace-card-ids --by <your name> | --plan
npm run admin -- break-glass <username> [--minutes <1 to 1440>] --by <your name>
npm run admin -- password-link <username> [--portal-url <url>] --by <your name>
npm run admin -- apply <file> --by <your name> [--plan] [--expect <state>] [--prune] [--secrets-out <file>]
npm run admin -- apply-processors <file> --by <your name> [--plan]
npm run admin -- export <company> [--out <file>] --by <your name>
npm run admin -- verify-export --file <path> --manifest <path>
npm run admin -- migrate [--plan] [--exclude-older]
npm run admin -- prepare-restore --database-url <url> --by <your name>
npm run admin -- create-company --name <name> [--key <key>] [--under <name>] [--time-zone <zone>] --by <your name>`;
const [command, subject = ''] = positionals;
const operator = values.by?.trim() ?? '';
const { file = '', list = '', manifest = '' } = values;
const hasOperator = operator !== '' && operator.length <= 100;
const mayImport = command === 'import-list' && /^\d{1,9}$/.test(list) && file !== '';
const overlapHours = /^\d{1,3}$/.test(values.overlap) ? Number(values.overlap) : Infinity;
const mayRotate = command === 'rotate-key' && (values.key ?? '') !== '' && overlapHours <= 168;
const minutes = /^\d{1,4}$/.test(values.minutes) ? Number(values.minutes) : 0;
const mayBreakGlass = command === 'break-glass' && subject !== '' && minutes >= 1 && minutes <= 1440;
const mayLink = command === 'password-link' && subject !== '';
const mayApply = command === 'apply' && subject !== '';
const mayApplyProcessors = command === 'apply-processors' && subject !== '';
const mayExport = command === 'export' && subject !== '';
const mayVerify = command === 'verify-export' && file !== '' && manifest !== '';
const mayPrepare = command === 'prepare-restore' && (values['database-url'] ?? '') !== '';
const mayCreate = command === 'create-company' && (values.name ?? '').trim() !== '';
const newKey = {
  file: values['new-key-file'],
  variable: values['new-key-variable'],
  service: values['new-key-service'],
};
const masterKeySteps = [...Object.values(newKey), values.finish || undefined, values.cancel || undefined];
const mayShowKeys = command === 'keys';
const mayRotateMasterKey =
  command === 'rotate-master-key' && masterKeySteps.filter((step) => step !== undefined).length === 1;
const mayMigrate = command === 'migrate';
const mayRotateRoots = command === 'rotate-roots';
const mayReplaceCardIds = command === 'replace-card-ids';
const mayPlanCardIds = mayReplaceCardIds && values.plan;
/** These commands exit with 1 for every error. */
const isCompanyCommand = ['apply', 'apply-processors', 'export', 'create-company'].includes(command ?? '');
const mayRun =
  mayImport ||
  mayRotate ||
  mayBreakGlass ||
  mayLink ||
  mayApply ||
  mayApplyProcessors ||
  mayExport ||
  mayCreate ||
  mayRotateMasterKey ||
  mayRotateRoots ||
  mayReplaceCardIds ||
  mayPrepare;
// These change nothing that the audit has, so no operator is named.
if (!mayVerify && !mayShowKeys && !mayMigrate && !mayPlanCardIds && !(hasOperator && mayRun)) {
  console.error(usage);
  process.exit(isCompanyCommand ? 1 : 2);
}
if (mayRotate && values['secrets-out'] === undefined && !process.stdout.isTTY) {
  console.error('The secret is written to a terminal or with --secrets-out, never to a pipe.');
  process.exit(2);
}
try {
  if (mayVerify) process.exitCode = await verifyExport(file, manifest);
  else if (mayShowKeys) process.exitCode = await showKeys(databaseOptions());
  else if (mayMigrate) process.exitCode = await migrateDatabase();
  else if (mayRotateMasterKey) process.exitCode = await changeMasterKey();
  else if (mayRotateRoots) process.exitCode = await rotateRoots({ ...databaseOptions(), operator });
  else if (mayReplaceCardIds) process.exitCode = await replaceIds();
  else if (mayApply) process.exitCode = await apply();
  else if (mayApplyProcessors) process.exitCode = await applyOwnProcessors();
  else if (mayExport) process.exitCode = await exportOne();
  else if (mayCreate) process.exitCode = await createCompany();
  else if (mayPrepare) await prepareRestore(values['database-url'] ?? '');
  else if (mayRotate) process.exitCode = await rotate();
  else if (mayBreakGlass) process.exitCode = await openBreakGlass();
  else if (mayLink) process.exitCode = await createPasswordLink();
  else process.exitCode = await run(values['data-dir']);
} catch (error) {
  console.error(`Not done: ${(error as Error).message}`);
  process.exitCode = isCompanyCommand ? 1 : 2;
}

function databaseOptions() {
  const databaseUrl = values['database-url'] ?? process.env.COUNTINGHOUSE_DATABASE_URL;
  return { dataDir: values['data-dir'], databaseUrl };
}

function replaceIds(): Promise<number> {
  return replaceCardIds({ ...databaseOptions(), operator, isPlanOnly: values.plan });
}

function migrateDatabase(): Promise<number> {
  return runMigrate(databaseOptions(), { isPlanOnly: values.plan, excludeOlder: values['exclude-older'] });
}

function exportOne(): Promise<number> {
  return runExport({ ...databaseOptions(), company: subject, operator, out: values.out });
}

function createCompany(): Promise<number> {
  const { key, name = '', under, 'time-zone': timeZone } = values;
  return runCreateCompany({ ...databaseOptions(), operator, company: { key, name, under, timeZone } });
}

function apply(): Promise<number> {
  return runApply({
    ...databaseOptions(),
    file: subject,
    operator,
    isPlanOnly: values.plan,
    isPruning: values.prune,
    expect: values.expect,
    secretsOut: values['secrets-out'],
  });
}

function applyOwnProcessors(): Promise<number> {
  return runApplyProcessors({ ...databaseOptions(), file: subject, operator, isPlanOnly: values.plan });
}

function rotate(): Promise<number> {
  return rotateKey({
    ...databaseOptions(),
    apiId: values.key ?? '',
    overlapSeconds: overlapHours * 3600,
    operator,
    secretsOut: values['secrets-out'],
  });
}

function changeMasterKey(): Promise<number> {
  const { finish, cancel } = values;
  if (!finish && !cancel) return rotateMasterKey({ ...databaseOptions(), operator, newKey });
  return endMasterKeyRotation({ ...databaseOptions(), operator, way: finish ? 'finish' : 'cancel' });
}

function openBreakGlass(): Promise<number> {
  return breakGlass({
    ...databaseOptions(),
    userName: subject,
    minutes,
    operator,
  });
}

function createPasswordLink(): Promise<number> {
  return passwordLink({
    ...databaseOptions(),
    userName: subject,
    operator,
    portalUrl: values['portal-url'],
  });
}

async function run(dataDir: string): Promise<number> {
  const { databaseUrl: externalUrl } = databaseOptions();
  const embedded = externalUrl ? undefined : await startEmbeddedPostgres(dataDir);
  const url = externalUrl ?? embedded?.url ?? '';
  const database = openDatabase(url, { max: 1, kind: 'maintenance' });
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  const rejectedFile = values.rejected ?? `${file}.rejected.csv`;
  const rejected = await open(rejectedFile, 'w');
  let lines: string[] = [];
  const start = performance.now();
  try {
    const counts = await importList(database, {
      listId: Number(list),
      bytes: createReadStream(file, { highWaterMark: 1 << 20 }),
      operator,
      now: () => new Date(),
      onRejected: (row) => lines.push(csvLine([row.line, row.value, row.error])),
      onProgress: (rows) => {
        // Written in order by one handle; the rows of a batch at a time.
        void rejected.appendFile(lines.join(''));
        lines = [];
        process.stderr.write(`\r${rows.toLocaleString('en')} rows `);
      },
    });
    if (!counts) {
      console.error('List not found, deleted, or of cards, which are added from transactions only.');
      await rm(rejectedFile, { force: true });
      return 1;
    }
    // Page searches of a long list read indexes only where the tables are vacuumed.
    await owner.unsafe('vacuum (analyze) fraud_list_item, fraud_list_history');
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    console.log(
      `\n${counts.rows} rows in ${seconds} s: ${counts.added} added, ${counts.repeated} repeated, ${counts.invalid} invalid.`,
    );
    if (counts.repeated + counts.invalid > 0) console.log(`Rejected rows: ${rejectedFile}`);
    else await rm(rejectedFile, { force: true });
    return 0;
  } finally {
    await rejected.close();
    await Promise.all([database.end({ timeout: 5 }), owner.end({ timeout: 5 })]);
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}
