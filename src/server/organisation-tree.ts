import { pathIds } from '#shared/org-path.ts';
import type { Database } from '#database/connection.ts';

interface TreeOrganisation {
  id: number;
  path: string;
}

export interface OrganisationTree {
  /** Every organisation of the company but its installations, by id. */
  organisations: ReadonlyMap<number, TreeOrganisation>;
  /** Merchants at and below an organisation, in the order of their ids; also of those above the company. */
  merchantsBelow(organisationId: number): readonly TreeOrganisation[];
}

interface Remembered {
  readAt: number;
  tree: Promise<OrganisationTree>;
}

/**
 * The organisations of a company as read at most a minute ago. They move rarely (access-store.ts says the same of
 * its paths); what a caller may do there is never remembered here.
 */
export async function organisationTree(
  database: Database,
  companyId: number,
  nowMs: number,
): Promise<OrganisationTree> {
  const trees = cache.get(database) ?? new Map<number, Remembered>();
  cache.set(database, trees);
  const known = trees.get(companyId);
  if (known && Math.abs(nowMs - known.readAt) < maxAgeMs) return known.tree;
  const asked: Remembered = { readAt: nowMs, tree: read(database, companyId) };
  trees.set(companyId, asked);
  // A failure is the asker's to see, not something to remember.
  asked.tree.catch(() => trees.delete(companyId));
  return asked.tree;
}

const cache = new WeakMap<Database, Map<number, Remembered>>();
const maxAgeMs = 60_000;

async function read(database: Database, companyId: number): Promise<OrganisationTree> {
  const rows = await database<(TreeOrganisation & { type: string })[]>`
    select id, type, path from organisation
    where company_id = ${companyId} and type <> 'INSTALLATION' order by id`;
  const organisations = new Map(rows.map(({ id, path }) => [id, { id, path }]));
  const merchants = new Map<number, TreeOrganisation[]>();
  for (const { id, type, path } of rows) {
    if (type !== 'MERCHANT') continue;
    for (const above of pathIds(path)) {
      const below = merchants.get(above);
      if (below) below.push({ id, path });
      else merchants.set(above, [{ id, path }]);
    }
  }
  return { organisations, merchantsBelow: (id) => merchants.get(id) ?? [] };
}
