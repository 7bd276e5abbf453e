import type { Filter } from 'scim2-parse-filter';
import { parseFilter } from './parse-filter.ts';
import { refusals } from './refuse.ts';
import {
  type UserValues,
  clearUserValue,
  isReadOnly,
  readObject,
  setUserValue,
  userAttribute,
  withNames,
} from './resource/user-values.ts';
import { type PatchOperation, splitPath } from './read-patch.ts';

/** The values of user `id` after all operations. Throws the errors of RFC 7644, section 3.5.2. */
export function patchUser(values: UserValues, operations: readonly PatchOperation[], id: string): UserValues {
  const draft = { ...values };
  for (const operation of operations) {
    if (operation.path === '') applyWithoutPath(draft, operation, id);
    else applyAt(draft, operation, operation.path, id);
  }
  return withNames(draft);
}

/** Okta sends a user's attributes without a path, read-only ones among them; Entra ID names paths in the keys. */
function applyWithoutPath(draft: UserValues, { op, value }: PatchOperation, id: string): void {
  if (op === 'remove') throw refusals.noTarget('');
  for (const [name, inner] of Object.entries(readObject('value', value))) {
    const key = userAttribute(name);
    if (key === undefined) continue;
    if (key === '') applyWithoutPath(draft, { op, path: '', value: inner }, id);
    else if (key === 'id' && typeof inner === 'string' && inner.toLowerCase() !== id)
      throw refusals.readOnly('id');
    else if (!isReadOnly(key)) applyIfKnown(draft, { op, path: name, value: inner }, id);
  }
}

/** An unsupported attribute is ignored when it has no path. */
function applyIfKnown(draft: UserValues, operation: PatchOperation, id: string): void {
  if (splitPath(operation.path)?.filter !== undefined) applyAt(draft, operation, operation.path, id);
  else if (operation.value === null) clearUserValue(draft, userAttribute(operation.path) ?? '');
  else setUserValue(draft, userAttribute(operation.path) ?? '', operation.value);
}

function applyAt(draft: UserValues, { op, value }: PatchOperation, path: string, id: string): void {
  const pathParts = splitPath(path);
  if (!pathParts) throw refusals.path(path);
  const key = userAttribute(pathParts.attribute);
  // Attributes of the enterprise schema, which the product does not keep.
  if (key === undefined || key.startsWith('urn:')) return;
  if (key === 'id' && value === id) return;
  if (isReadOnly(key)) throw refusals.readOnly(key);
  if (pathParts.filter !== undefined)
    return applyFiltered(draft, { op, path, value }, { ...pathParts, key, filter: pathParts.filter });
  if (op === 'remove') {
    if (key === 'emails' && !removesEmail(draft, value)) return;
    if (!clearUserValue(draft, key).isKnown) throw refusals.path(path);
    return;
  }
  if (value === undefined) throw refusals.value(path, 'has no value');
  const { isKnown } = value === null ? clearUserValue(draft, key) : setUserValue(draft, key, value);
  if (!isKnown) throw refusals.path(path);
}

/** A user has one address, of type work. Addresses of other types are not kept. */
function applyFiltered(
  draft: UserValues,
  { op, path, value }: PatchOperation,
  { key, filter, subAttribute }: { key: string; filter: string; subAttribute: string | undefined },
): void {
  if (key !== 'emails') {
    // Phone numbers and postal addresses are known and not kept.
    if (!setUserValue({ ...draft }, key, null).isKnown) throw refusals.path(path);
    return;
  }
  const parsed = parseFilter(filter);
  const address = { value: draft.email ?? draft.userName, type: 'work', primary: 'true' };
  if (!matches(parsed, address)) {
    if (op === 'remove' || namesType(parsed)) return;
    throw refusals.noTarget(path);
  }
  const attributePath = subAttribute === undefined ? 'emails' : `emails.${subAttribute.toLowerCase()}`;
  const { isKnown } =
    op === 'remove' || value === null || value === undefined
      ? clearUserValue(draft, attributePath)
      : setUserValue(draft, attributePath, value);
  if (!isKnown) throw refusals.path(path);
}

/** With a value, only that address is removed. */
function removesEmail(draft: UserValues, value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const ownAddress = (draft.email ?? draft.userName).toLowerCase();
  return JSON.stringify(value).toLowerCase().includes(JSON.stringify(ownAddress));
}

function matches(filter: Filter, address: Readonly<Record<string, string>>): boolean {
  switch (filter.op) {
    case 'and':
      return filter.filters.every((condition) => matches(condition, address));
    case 'or':
      return filter.filters.some((condition) => matches(condition, address));
    case 'not':
      return !matches(filter.filter, address);
    case 'eq':
      return address[filter.attrPath.toLowerCase()]?.toLowerCase() === String(filter.compValue).toLowerCase();
    case 'pr':
      return address[filter.attrPath.toLowerCase()] !== undefined;
    default:
      throw refusals.filter('A path in brackets compares with eq only');
  }
}

const namesType = (filter: Filter): boolean =>
  JSON.stringify(filter).toLowerCase().includes('"attrpath":"type"');
