import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '#database/embedded-postgres.ts';
import { openDatabase } from '#database/open-database.ts';
import {
  type SealPlace,
  type StoredSeal,
  headPlace,
  toStored,
  verifiedPlace,
} from '#features/record/audit/server/seal/seal-head.ts';
import {
  type Finding,
  type VerifyResult,
  verifyAudit,
} from '#features/record/audit/server/seal/verify-audit.ts';
import { openExistingKeys } from '#server/auth/key-store/key-store.ts';
import { commandKeySource } from './operator-database.ts';

/** Exit code 0: intact, 1: tampered with, 2: not checked. */
const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string', default: process.env.COUNTINGHOUSE_DATA_DIR ?? '.data' },
    'database-url': { type: 'string' },
    /** Where the workers keep the newest seal; by default a file in the data directory. */
    'audit-head': { type: 'string', default: process.env.COUNTINGHOUSE_AUDIT_HEAD ?? '' },
    /** Only what was sealed since the last successful check. */
    quick: { type: 'boolean', default: false },
    /** Skips the check of the end, for a lost data directory. */
    'without-head': { type: 'boolean', default: false },
    /** Everything, the default. */
    full: { type: 'boolean', default: false },
  },
});
const maxLines = 20;

const messages: Record<Finding['kind'], (at: number) => string> = {
  changed: (number) => `line ${number} was changed after it was sealed`,
  deleted: (number) => `line ${number} was sealed and is missing`,
  inserted: (number) => `line ${number} was inserted later`,
  late: (number) => `line ${number} is older than lines that were sealed before it: it was added later`,
  'seal-broken': (number) =>
    `the seal of batch ${number} doesn’t match: the batch or an earlier one was rewritten`,
  'batch-missing': (number) => `batch ${number} of the seals is missing`,
  'cut-off': (number) => `batch ${number} was sealed, but the seals end before it: the end was cut off`,
};

try {
  process.exitCode = await verify(values['data-dir']);
} catch (error) {
  console.error(`Couldn’t check the audit log: ${(error as Error).message}`);
  process.exitCode = 2;
}

async function verify(dataDir: string): Promise<number> {
  const source = commandKeySource(dataDir);
  const externalUrl = values['database-url'] ?? process.env.COUNTINGHOUSE_DATABASE_URL;
  const embedded = externalUrl ? undefined : await startEmbeddedPostgres(dataDir);
  const url = externalUrl ?? embedded?.url ?? '';
  const database = openDatabase(url, { max: 1, kind: 'maintenance' });
  const owner = openDatabase(url, { as: 'owner', max: 1, kind: 'maintenance' });
  try {
    const { keys } = await openExistingKeys(owner, source);
    const place = headPlace({ auditHead: values['audit-head'], dataDir }, process.env);
    const verified = verifiedPlace(dataDir);
    const head = await place.read();
    const start = performance.now();
    const findings: Finding[] = [];
    const result = await verifyAudit({
      database,
      keys: keys.auditSeal,
      since: values.quick && !values.full ? await verified.read() : undefined,
      head,
      onFinding: (finding) => findings.length < maxLines && findings.push(finding),
      onProgress: (lines) => process.stderr.isTTY && process.stderr.write(`\r${lines} lines `),
    });
    if (process.stderr.isTTY) process.stderr.write('\r');
    const isEmpty = result.batches === 0 && result.unsealed === 0;
    if (!head && !isEmpty && result.findings === 0 && !values['without-head']) throw new Error(noHead(place));
    if (head) console.log(describeHead(place, head));
    else console.log('The end was not checked: missing seals at the end are not detected.');
    report(result, findings, (performance.now() - start) / 1000);
    if (result.findings > 0) return 1;
    if (result.last) await verified.write(toStored(result.last));
    return 0;
  } finally {
    await Promise.all([database.end({ timeout: 5 }), owner.end({ timeout: 5 })]);
    // A server that another process is using must not be stopped.
    if (embedded?.started) await embedded.stop();
  }
}

function noHead(place: SealPlace): string {
  return (
    `${place.name} is missing, so missing lines at the end can’t be detected. ` +
    'Name the place where the workers keep it with --audit-head, or check the rest with --without-head.'
  );
}

/** A head that no worker writes any more would hide a cut-off end, so its age is printed. */
function describeHead({ name }: SealPlace, { batch, sealedAt }: StoredSeal): string {
  return `The newest known seal is of batch ${batch}${sealedAt ? `, sealed at ${sealedAt}` : ''} (${name}).`;
}

function report(result: VerifyResult, findings: readonly Finding[], seconds: number): void {
  for (const { kind, at } of findings) console.log(`TAMPERED  ${messages[kind](at)}`);
  if (result.findings > findings.length) console.log(`… and ${result.findings - findings.length} more.`);
  const rate = Math.round(result.lines / Math.max(seconds, 0.001));
  console.log(
    `${result.lines} lines in ${result.batches} batches checked in ${seconds.toFixed(1)} s (${rate}/s): ` +
      `${result.findings === 0 ? 'no findings' : `${result.findings} findings`}.`,
  );
  if (result.erased > 0)
    console.log(`In ${result.erased} lines, values of a person were erased, with the product's proof.`);
  if (result.unsealed > 0) {
    console.log(
      `${result.unsealed} lines are waiting to be sealed, the oldest of ${result.oldestUnsealed?.toISOString()}; ` +
        'a running worker seals within seconds.',
    );
  }
}
