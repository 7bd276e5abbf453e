import { pathIds } from '#shared/org-path.ts';
import type { Sql } from '#database/connection.ts';

interface TreeOrganisation {
  id: number;
  path: string;
}

export interface OrganisationTree {
  /** The organisations of the company except installations, by id. */
  organisations: ReadonlyMap<number, TreeOrganisation>;
  /** Merchants at and below an organisation, by id; also for ancestors of the company. */
  merchantsBelow(organisationId: number): readonly TreeOrganisation[];
}

interface CachedTree {
  readAt: number;
  version: number;
  tree: Promise<OrganisationTree>;
}

const maxAgeMs = 60_000;

/**
 * Caches the organisations of companies for a minute, while their tree has the same version: access to a moved organisation
 * changes with the next request. Contains no permissions.
 */
export class OrganisationTrees {
  readonly #cached = new Map<number, CachedTree>();

  /** Within a transaction `sql` is its own: a request that waits for a second connection can wait for itself. */
  async load(sql: Sql, companyId: number, nowMs: number): Promise<OrganisationTree> {
    const [tree] = await this.loadAll(sql, [companyId], nowMs);
    if (!tree) throw new Error(`company ${companyId} has no tree`);
    return tree;
  }

  /** The trees of companies, in their order. */
  async loadAll(sql: Sql, companyIds: readonly number[], nowMs: number): Promise<OrganisationTree[]> {
    const rows = await sql<{ id: number; version: number }[]>`
      select id, tree_version as version from organisation where id = any (${companyIds as number[]})`;
    const versions = new Map(rows.map(({ id, version }) => [id, version]));
    return Promise.all(companyIds.map((id) => this.#tree(sql, id, versions.get(id) ?? 0, nowMs)));
  }

  #tree(sql: Sql, companyId: number, version: number, nowMs: number): Promise<OrganisationTree> {
    const cachedTree = this.#cached.get(companyId);
    if (cachedTree?.version === version && Math.abs(nowMs - cachedTree.readAt) < maxAgeMs)
      return cachedTree.tree;
    const loading: CachedTree = { readAt: nowMs, version, tree: readTree(sql, companyId) };
    this.#cached.set(companyId, loading);
    // The caller gets the error, and the next one loads again.
    loading.tree.catch(() => this.#cached.delete(companyId));
    return loading.tree;
  }
}

async function readTree(sql: Sql, companyId: number): Promise<OrganisationTree> {
  const rows = await sql<(TreeOrganisation & { type: string })[]>`
    select id, type, path from organisation
    where company_id = ${companyId} and type <> 'INSTALLATION' order by id`;
  const organisations = new Map(rows.map(({ id, path }) => [id, { id, path }]));
  const merchants = new Map<number, TreeOrganisation[]>();
  for (const { id, type, path } of rows) {
    if (type !== 'MERCHANT') continue;
    for (const ancestor of pathIds(path)) {
      const below = merchants.get(ancestor);
      if (below) below.push({ id, path });
      else merchants.set(ancestor, [{ id, path }]);
    }
  }
  return { organisations, merchantsBelow: (id) => merchants.get(id) ?? [] };
}
