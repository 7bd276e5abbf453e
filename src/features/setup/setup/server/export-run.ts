import type { TenantSql } from '#database/tenant.ts';
import { type AppliedObject, listAppliedObjects, saveApplied } from './applied-object-table.ts';

/** One export: the keys of objects in the file, and the parts that the file cannot contain. */
export class ExportRun {
  readonly sql: TenantSql;
  readonly companyId: number;
  readonly companyKey: string;
  /** A line for each object that is not exported. */
  readonly notes: string[] = [];
  readonly #known = new Map<string, Map<string, AppliedObject>>();
  readonly #exported = new Map<string, string>();

  constructor(sql: TenantSql, companyId: number, companyKey: string) {
    this.sql = sql;
    this.companyId = companyId;
    this.companyKey = companyKey;
  }

  leaveOut(kind: string, name: string, reason: string): void {
    this.notes.push(`! ${kind} ${name}  ${reason}`);
  }

  /** The key of an object that this run has exported. */
  findKey(kind: string, objectId: string | number): string | undefined {
    if (kind === 'organisation' && objectId === this.companyId) return this.companyKey;
    return this.#exported.get(`${kind} ${objectId}`);
  }

  /** The key of an object to export. A new one is made from the name, and remembered for later files. */
  async resolveKey(
    kind: string,
    objectId: string | number,
    name: string,
    reserved: ReadonlySet<string> = new Set(),
  ): Promise<string> {
    const id = String(objectId);
    const objects = await this.#objects(kind);
    const existing = [...objects.values()].find((object) => object.objectId === id && !object.isPruned);
    const key =
      existing?.key ??
      generateKey(name, kind, (candidate) => objects.has(candidate) || reserved.has(candidate));
    if (!existing) {
      await saveApplied(this.sql, { companyId: this.companyId, kind, key, objectId: id, isCreated: false });
      objects.set(key, { key, objectId: id, isCreated: false, isPruned: false });
    }
    this.#exported.set(`${kind} ${id}`, key);
    return key;
  }

  async #objects(kind: string): Promise<Map<string, AppliedObject>> {
    const before = this.#known.get(kind) ?? (await listAppliedObjects(this.sql, this.companyId, kind));
    this.#known.set(kind, before);
    return before;
  }
}

const maxLength = 40;

/** A key in the letters of the file: `Harbour Coffee` is harbour-coffee, the second one harbour-coffee-2. */
export function generateKey(name: string, kind: string, isTaken: (key: string) => boolean): string {
  const plain = name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  const base = plain.replaceAll(/[^a-z0-9]+/g, '-').replaceAll(/^-+|-+$/g, '') || kind.toLowerCase();
  for (let count = 1; ; count++) {
    const suffix = count === 1 ? '' : `-${count}`;
    const key = `${base.slice(0, maxLength - suffix.length).replace(/-+$/, '')}${suffix}`;
    if (!isTaken(key)) return key;
  }
}

export const byKey = (left: { key: string }, right: { key: string }): number =>
  left.key < right.key ? -1 : 1;
