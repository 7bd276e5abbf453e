import { isUserId } from '#shared/user-name.ts';
import { parseFilter } from './parse-filter.ts';
import { refusals } from './refuse.ts';
import { readText } from './resource/group-values.ts';
import { type PatchOperation, splitPath } from './read-patch.ts';

/** A change of a group. Members: all go first if `isCleared`, then `removed`, then `added` come. */
export interface GroupChange {
  displayName?: string;
  externalId?: string | null;
  isCleared: boolean;
  added: Set<string>;
  removed: Set<string>;
}

export const noChange = (): GroupChange => ({ isCleared: false, added: new Set(), removed: new Set() });

/** The sum of all operations, in their order. Throws the errors of RFC 7644, section 3.5.2. */
export function readGroupPatch(operations: readonly PatchOperation[], id: string): GroupChange {
  const change = noChange();
  for (const { op, path, value } of operations) {
    if (path !== '') applyAt(change, { op, path, value }, id);
    else if (op === 'remove') throw refusals.noTarget('');
    else applyWithoutPath(change, op, value, id);
  }
  return change;
}

/** Okta sends a group's `id` and `displayName` without a path. */
function applyWithoutPath(change: GroupChange, op: 'add' | 'replace', value: unknown, id: string): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw refusals.value('value', 'must be an object');
  for (const [name, inner] of Object.entries(value as Record<string, unknown>)) {
    const key = groupAttribute(name);
    if (key === 'id' && inner !== id) throw refusals.readOnly('id');
    if (['displayname', 'externalid', 'members'].includes(key))
      applyAt(change, { op, path: name, value: inner }, id);
  }
}

function applyAt(change: GroupChange, { op, path, value }: PatchOperation, id: string): void {
  const pathParts = splitPath(path);
  const key = pathParts && groupAttribute(pathParts.attribute);
  if (pathParts && key === 'members') {
    if (pathParts.filter === undefined) changeMembers(change, op, value);
    else if (op === 'remove' && pathParts.subAttribute === undefined)
      remove(change, idsInFilter(pathParts.filter));
    else throw refusals.path(path);
    return;
  }
  if (!pathParts || pathParts.filter !== undefined) throw refusals.path(path);
  if (key === 'displayname') {
    if (op === 'remove') throw refusals.readOnly('displayName');
    change.displayName = readDisplayName(value);
  } else if (key === 'externalid') {
    change.externalId = op === 'remove' ? null : readText('externalId', value, 200);
  } else if (key === 'id' && value === id) return;
  else if (key === 'id' || key === 'meta') throw refusals.readOnly(key);
  else if (key !== 'schemas') throw refusals.path(path);
}

function changeMembers(change: GroupChange, op: PatchOperation['op'], value: unknown): void {
  const isAbsent = value === undefined || value === null;
  if (op === 'remove') {
    // Entra ID lists the members to remove. Only these go, and none for an empty list.
    if (isAbsent) clear(change);
    else remove(change, readMembers(value));
    return;
  }
  if (isAbsent && op === 'add') throw refusals.value('members', 'has no value');
  if (op === 'replace') clear(change);
  for (const id of isAbsent ? [] : readMembers(value)) {
    change.added.add(id);
    change.removed.delete(id);
  }
}

function clear(change: GroupChange): void {
  change.isCleared = true;
  change.added.clear();
  change.removed.clear();
}

function remove(change: GroupChange, ids: readonly string[]): void {
  for (const id of ids) {
    change.added.delete(id);
    if (!change.isCleared) change.removed.add(id);
  }
}

/** The ids of members: of a list, one object, or one id. Throws invalidValue. */
export function readMembers(value: unknown): string[] {
  return (Array.isArray(value) ? (value as unknown[]) : [value]).map((item) => {
    const member = typeof item === 'object' && item !== null ? item : { value: item };
    const { value: id, type } = Object.fromEntries(
      Object.entries(member).map(([name, inner]) => [name.toLowerCase(), inner as unknown]),
    );
    if (typeof type === 'string' && type.toLowerCase() === 'group')
      throw refusals.value('members', 'must be users: a group contains no groups');
    if (typeof id !== 'string' || !isUserId(id)) throw refusals.unknownMember();
    return id.toLowerCase();
  });
}

/** `value eq "a" or value eq "b"`. */
function idsInFilter(text: string): string[] {
  const filter = parseFilter(text);
  return (filter.op === 'or' ? filter.filters : [filter]).map((condition) => {
    if (
      condition.op !== 'eq' ||
      condition.attrPath.toLowerCase() !== 'value' ||
      typeof condition.compValue !== 'string'
    )
      throw refusals.filter('Members are found by value eq only');
    return condition.compValue.toLowerCase();
  });
}

export function readDisplayName(value: unknown): string {
  const name = readText('displayName', value, 200);
  if (name === null) throw refusals.value('displayName', 'is required');
  return name;
}

const groupAttribute = (name: string): string =>
  name.toLowerCase().replace('urn:ietf:params:scim:schemas:core:2.0:group:', '');
