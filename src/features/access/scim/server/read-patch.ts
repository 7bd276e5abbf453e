import { refusals } from './refuse.ts';

export interface PatchOperation {
  op: 'add' | 'replace' | 'remove';
  /** Empty: the value is an object of attributes. */
  path: string;
  value: unknown;
}

const maxOperations = 500;

/** The operations of RFC 7644, section 3.5.2. Names and `op` in any case, as Entra ID writes them. Throws invalidSyntax. */
export function readPatch(body: Record<string, unknown>): PatchOperation[] {
  const list = member(body, 'operations');
  if (!Array.isArray(list) || list.length === 0)
    throw refusals.syntax('Operations must be a list of operations');
  if (list.length > maxOperations)
    throw refusals.tooMany(`A request has at most ${maxOperations} operations`);
  return (list as unknown[]).map(readOperation);
}

function readOperation(operation: unknown): PatchOperation {
  if (typeof operation !== 'object' || operation === null)
    throw refusals.syntax('An operation must be an object');
  const op = String(member(operation, 'op') ?? '').toLowerCase();
  if (op !== 'add' && op !== 'replace' && op !== 'remove')
    throw refusals.syntax('op must be add, replace or remove');
  const path = member(operation, 'path') ?? '';
  if (typeof path !== 'string' || path.length > 1000) throw refusals.syntax('path must be a text');
  return { op, path: path.trim(), value: member(operation, 'value') };
}

const member = (object: object, name: string): unknown =>
  Object.entries(object).find(([key]) => key.toLowerCase() === name)?.[1];

interface PatchPath {
  attribute: string;
  /** The text in brackets. */
  filter: string | undefined;
  subAttribute: string | undefined;
}

/** The parts of `emails[type eq "work"].value`. Undefined for text that is not a path. */
export function splitPath(path: string): PatchPath | undefined {
  const [, attribute = '', filter, subAttribute] =
    /^([\w$:.-]+?)(?:\[(.*)\](?:\.([\w$-]+))?)?$/.exec(path) ?? [];
  return attribute === '' ? undefined : { attribute, filter, subAttribute };
}
