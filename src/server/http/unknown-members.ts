import type * as z from 'zod/mini';

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
export function findUnknownMember(schema: z.ZodMiniType, value: unknown, path: Path = []): Path | undefined {
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
