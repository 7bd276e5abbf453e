import type { Database } from '#database/connection.ts';

export interface TreeOrganisation {
  id: number;
  type: string;
  path: string;
}

interface Tree {
  readAt: number;
  organisations: Promise<ReadonlyMap<number, TreeOrganisation>>;
}

/**
 * Organisations of a company but its installations, by id, as read at most a minute ago. They move rarely
 * (access-store.ts says the same of its paths); what a caller may do there is never remembered here.
 */
export async function organisationsOf(
  database: Database,
  companyId: number,
  nowMs: number,
): Promise<ReadonlyMap<number, TreeOrganisation>> {
  const trees = cache.get(database) ?? new Map<number, Tree>();
  cache.set(database, trees);
  const known = trees.get(companyId);
  if (known && Math.abs(nowMs - known.readAt) < maxAgeMs) return known.organisations;
  const tree: Tree = { readAt: nowMs, organisations: read(database, companyId) };
  trees.set(companyId, tree);
  // A failure is the asker's to see, not something to remember.
  tree.organisations.catch(() => trees.delete(companyId));
  return tree.organisations;
}

const cache = new WeakMap<Database, Map<number, Tree>>();
const maxAgeMs = 60_000;

async function read(database: Database, companyId: number): Promise<ReadonlyMap<number, TreeOrganisation>> {
  const rows = await database<TreeOrganisation[]>`
    select id, type, path from organisation
    where company_id = ${companyId} and type <> 'INSTALLATION' order by id`;
  return new Map(rows.map((row) => [row.id, { id: row.id, type: row.type, path: row.path }]));
}
