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

interface CachedTree {
  readAt: number;
  tree: Promise<OrganisationTree>;
}

const maxAgeMs = 60_000;

/**
 * The organisations of companies as read at most a minute ago. They move rarely (access-store.ts says the same of
 * its paths). Permissions are never cached here.
 */
export class OrganisationTrees {
  readonly #cached = new Map<number, CachedTree>();

  async load(database: Database, companyId: number, nowMs: number): Promise<OrganisationTree> {
    const known = this.#cached.get(companyId);
    if (known && Math.abs(nowMs - known.readAt) < maxAgeMs) return known.tree;
    const loading: CachedTree = { readAt: nowMs, tree: read(database, companyId) };
    this.#cached.set(companyId, loading);
    // The caller sees the failure; the next one tries again.
    loading.tree.catch(() => this.#cached.delete(companyId));
    return loading.tree;
  }
}

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
