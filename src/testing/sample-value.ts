import * as z from 'zod/mini';

/** The parts of a schema's definition that can hold other schemas. */
interface Definition {
  type: string;
  shape?: Readonly<Record<string, z.ZodMiniType>>;
  innerType?: z.ZodMiniType;
  element?: z.ZodMiniType;
  options?: readonly z.ZodMiniType[];
  in?: z.ZodMiniType;
  out?: z.ZodMiniType;
}

const definitionOf = (schema: z.ZodMiniType): Definition => schema.def as unknown as Definition;

/** Every field of the contracts takes one of them. */
const leaves: readonly unknown[] = [
  '1111',
  'a text',
  'a',
  'A',
  'GBP',
  'GBR',
  'a@b.example',
  '1',
  '12.50',
  '2026-12-01',
  '20261201',
  '2026-12-01T10:00:00Z',
  '10:00',
  '10:00:00',
  'https://shop.example/a',
  '/home',
  'Europe/London',
  'en',
  '6b1b36cb-1111-4000-8000-000000000000',
  '0123456789abcdef0123456789abcdef',
  '123',
  '1230',
  '123456',
  '1234',
  'a.example',
  '203.0.113.0/24',
  'A1B2-C3D4-E5F6',
  'x'.repeat(11),
  'x'.repeat(22),
  'x'.repeat(43),
  '01234567890',
  'merchant:1111',
  'createdAt',
  'payment.succeeded',
  '+44 20 7946 0000',
  '#0a0b0c',
  '10000000001',
  'W/"1"',
  1,
  7,
  30,
  25,
  1.5,
  true,
  false,
  null,
  'x'.repeat(64),
  'AAAA',
  '123,124',
  '1.00',
];

/** The name of a member with a sample that its type does not show. */
type NamedSamples = Readonly<Record<string, unknown>>;

/**
 * A value that the schema accepts, with the members that it requires; undefined when none is found. `all` also has the
 * optional members that can be sampled, as far as the whole is still valid.
 */
export function sampleOf(schema: z.ZodMiniType, named: NamedSamples, all = true, name = ''): unknown {
  for (const candidate of candidatesFor(schema, named, all, name))
    if (schema.safeParse(candidate).success) return candidate;
  return undefined;
}

function* candidatesFor(
  schema: z.ZodMiniType,
  named: NamedSamples,
  all: boolean,
  name: string,
): Generator<unknown> {
  if (name in named) yield named[name];
  const { type, shape, innerType, element, options, in: first, out } = definitionOf(schema);
  switch (type) {
    case 'object':
      yield* objectsFor(schema, shape ?? {}, named, all);
      return;
    case 'array': {
      const one = element && sampleOf(element, named, all, name);
      yield one === undefined ? [] : [one];
      yield [];
      return;
    }
    case 'union':
      for (const option of options ?? []) yield* candidatesFor(option, named, all, name);
      return;
    case 'pipe':
      if (first) yield* candidatesFor(first, named, all, name);
      if (out) yield* candidatesFor(out, named, all, name);
      return;
    case 'literal':
    case 'enum':
      yield* Object.values((schema.def as { entries?: object; values?: unknown[] }).entries ?? {});
      yield* (schema.def as { values?: unknown[] }).values ?? [];
      return;
    default:
      if (innerType) yield* candidatesFor(innerType, named, all, name);
      else yield* leaves;
  }
}

/** The required members, then each optional one that keeps the object valid. */
function* objectsFor(
  schema: z.ZodMiniType,
  shape: Readonly<Record<string, z.ZodMiniType>>,
  named: NamedSamples,
  all: boolean,
): Generator<unknown> {
  const members = Object.entries(shape).map(([name, member]) => ({
    name,
    isOptional: member.safeParse(undefined).success,
    value: sampleOf(member, named, all, name),
  }));
  const known = members.filter(({ value }) => value !== undefined);
  const base = Object.fromEntries(
    known.filter(({ isOptional }) => !isOptional).map(({ name, value }) => [name, value]),
  );
  const optional = known.filter(({ isOptional }) => isOptional);
  if (all) yield Object.fromEntries(known.map(({ name, value }) => [name, value]));
  if (all) {
    let whole = base;
    for (const { name, value } of optional) {
      const next = { ...whole, [name]: value };
      if (schema.safeParse(next).success) whole = next;
    }
    yield whole;
  }
  yield base;
  for (const { name, value } of optional) yield { ...base, [name]: value };
}

/** The paths of all objects in a value, outermost first. */
export function objectPaths(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return [];
  const own = Array.isArray(value) ? [] : [[...path]];
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...own, ...members.flatMap(([name, member]) => objectPaths(member, [...path, name]))];
}

/** A copy with the member at the path replaced. */
export function withValue(value: unknown, path: readonly (string | number)[], replaced: unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return replaced;
  if (Array.isArray(value))
    return value.map((member, at) => (at === name ? withValue(member, rest, replaced) : member));
  const object = value as Record<string, unknown>;
  return { ...object, [name]: withValue(object[name], rest, replaced) };
}

export function valueAt(value: unknown, path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (part, name) =>
      typeof part === 'object' && part !== null ? (part as Record<string, unknown>)[name] : undefined,
    value,
  );
}
