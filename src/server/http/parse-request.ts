import type * as z from 'zod/mini';
import type { ServedEndpoint } from '#shared/define-endpoint.ts';
import { Problem, problems, type ErrorDetail } from '#shared/problem.ts';

/** The parts of a request as they arrived, before their schemas. */
export interface RawRequest {
  path: unknown;
  query: unknown;
  body: unknown;
}

/** Validates every part by the endpoint. Throws INVALID_REQUEST with the field. */
export function parseRequest(endpoint: ServedEndpoint, raw: RawRequest) {
  // Mail programs and social networks append parameters to the addresses of pages.
  const isPage = endpoint.method === 'GET' && 'access' in endpoint.auth && endpoint.auth.access === 'public';
  return {
    path: parsePart(endpoint.path, raw.path, 'path'),
    query: isPage ? parseKnown(endpoint.query, raw.query, 'query') : parseQuery(endpoint, raw.query),
    body: parsePart(endpoint.body, raw.body, 'body'),
  };
}

/** Parameters of page and order. */
const pageFields = /^(?:limit|startFrom|offset|pageSize|sortField\b.*)$/;

function parseQuery(endpoint: ServedEndpoint, query: unknown): unknown {
  try {
    return parsePart(endpoint.query, query, 'query');
  } catch (error) {
    if (!endpoint.refusesAsGrid || !(error instanceof Problem)) throw error;
    throw pageFields.test(error.fieldError?.field ?? '')
      ? new Problem(400, 'V002', 'invalid_page')
      : new Problem(400, 'V001', 'invalid_criteria');
  }
}

/** Throws for an invalid value, and for a member that the schema does not name (docs/domain.md#strict-reading). */
export function parsePart(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  const parsed = parseKnown(schema, value, part);
  const unknown = schema ? findUnknownMember(schema, value) : findAnyMember(value);
  if (unknown && part !== 'path') throw problems.invalid([part, ...unknown].join('.'), 'unknown_field');
  return parsed;
}

function parseKnown(schema: z.ZodMiniType | undefined, value: unknown, part: string): unknown {
  if (!schema) return {};
  const sent = value === undefined ? {} : value;
  const result = schema.safeParse(sent);
  if (result.success) return result.data;
  const { path, detail } = toFieldError(result.error, sent);
  throw problems.invalid([part, ...path].join('.'), detail);
}

/** A part without a schema has no members. */
const findAnyMember = (value: unknown): [string] | undefined => {
  const [name] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return name === undefined ? undefined : [name];
};

type Issue = z.core.$ZodIssue;

interface FieldIssue {
  /** Names from the outermost to the field. */
  path: readonly PropertyKey[];
  detail: ErrorDetail;
}

/** The first error that a schema found in `value`, with its path. */
function toFieldError(error: z.core.$ZodError, value: unknown): FieldIssue {
  const [issue] = error.issues;
  return issue ? toIssueError(issue, value) : { path: [], detail: 'invalid' };
}

function toIssueError(issue: Issue, value: unknown, parent: readonly PropertyKey[] = []): FieldIssue {
  const path = [...parent, ...issue.path];
  switch (issue.code) {
    case 'invalid_type':
      return { path, detail: valueAt(value, path) === undefined ? 'missing' : 'wrong_type' };
    case 'unrecognized_keys':
      return { path: [...path, issue.keys[0] ?? ''], detail: 'unknown_field' };
    case 'too_big':
      return { path, detail: isLength(issue.origin) ? 'too_long' : 'too_large' };
    case 'too_small':
      return { path, detail: isLength(issue.origin) ? 'too_short' : 'too_small' };
    case 'invalid_value':
      return { path, detail: valueAt(value, path) === undefined ? 'missing' : 'not_allowed' };
    case 'invalid_union':
      return toUnionError(issue, value, path);
    default:
      return { path, detail: 'invalid' };
  }
}

/** The alternative that matched furthest names the field. Without one, the value's type is wrong. */
function toUnionError(
  issue: z.core.$ZodIssueInvalidUnion,
  value: unknown,
  path: readonly PropertyKey[],
): FieldIssue {
  if (valueAt(value, path) === undefined) return { path, detail: 'missing' };
  const errors = issue.errors.flatMap(([first]) => (first ? [toIssueError(first, value, path)] : []));
  const maxDepth = errors.toSorted((a, b) => b.path.length - a.path.length)[0];
  if (maxDepth && (maxDepth.path.length > path.length || maxDepth.detail !== 'wrong_type')) return maxDepth;
  return { path, detail: 'wrong_type' };
}

const isLength = (origin: string): boolean => ['string', 'array', 'set', 'map', 'file'].includes(origin);

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null) return undefined;
    found = (found as Record<PropertyKey, unknown>)[name];
  }
  return found;
}

/** The parts of a schema's definition that can hold objects. */
interface Definition {
  type: string;
  shape?: Readonly<Record<string, z.ZodMiniType>>;
  catchall?: z.ZodMiniType;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  valueType?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
}

type Path = readonly PropertyKey[];

const definitionOf = (schema: z.ZodMiniType): Definition => schema.def as unknown as Definition;

/**
 * The first member of a valid value that its schema does not name, in an object that is not loose. A misspelt member would
 * otherwise be dropped, where its absence may mean everything: the whole amount, every schedule
 * (docs/domain.md#strict-reading).
 */
function findUnknownMember(schema: z.ZodMiniType, value: unknown, path: Path = []): Path | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const definition = definitionOf(schema);
  if (Array.isArray(value)) return findInList(schema, value, path);
  switch (definition.type) {
    case 'object':
      return findInObject(definition, value as Record<string, unknown>, path);
    case 'record':
      return definition.valueType && findInMembers(value, () => definition.valueType, path);
    case 'union':
      return findInUnion(definition.options ?? [], value, path);
    default: {
      const inner = innerOf(definition);
      return inner && findUnknownMember(inner, value, path);
    }
  }
}

/** What an optional, a default or a transformation wraps: of a pipe, the side that describes the value as it was sent. */
function innerOf({ innerType, in: first, out }: Definition): z.ZodMiniType | undefined {
  if (innerType) return innerType;
  return first && definitionOf(first).type !== 'transform' ? first : out;
}

function findInObject(
  { shape = {}, catchall }: Definition,
  value: Record<string, unknown>,
  path: Path,
): Path | undefined {
  const unknown = catchall ? undefined : Object.keys(value).find((name) => !Object.hasOwn(shape, name));
  if (unknown !== undefined) return [...path, unknown];
  return findInMembers(value, (name) => (Object.hasOwn(shape, name) ? shape[name] : undefined), path);
}

function findInMembers(
  value: object,
  schemaOf: (name: string) => z.ZodMiniType | undefined,
  path: Path,
): Path | undefined {
  for (const [name, member] of Object.entries(value)) {
    const schema = schemaOf(name);
    const found = schema && findUnknownMember(schema, member, [...path, name]);
    if (found) return found;
  }
  return undefined;
}

function findInList(schema: z.ZodMiniType, list: readonly unknown[], path: Path): Path | undefined {
  const definition = definitionOf(schema);
  if (definition.type === 'union') return findInUnion(definition.options ?? [], list, path);
  const { element } = definition;
  if (!element) {
    const inner = innerOf(definition);
    return inner && findInList(inner, list, path);
  }
  for (const [index, member] of list.entries()) {
    const found = findUnknownMember(element, member, [...path, index]);
    if (found) return found;
  }
  return undefined;
}

/** A member is unknown when no alternative that accepts the value names it. */
function findInUnion(options: readonly z.ZodMiniType[], value: object, path: Path): Path | undefined {
  let first: Path | undefined;
  for (const option of options) {
    if (!option.safeParse(value).success) continue;
    const found = findUnknownMember(option, value, path);
    if (!found) return undefined;
    first ??= found;
  }
  return first;
}
