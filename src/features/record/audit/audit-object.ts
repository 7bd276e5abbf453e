import type { AuditLine } from './schemas.ts';

type ObjectLine = Pick<
  AuditLine,
  'objectKind' | 'objectId' | 'before' | 'after' | 'detail' | 'organisationId' | 'organisationName'
>;

/** Events of requests name the object after the parameter of the path. */
const sameKinds: Readonly<Record<string, string>> = {
  api: 'apiCredential',
  endpoint: 'webhook',
  link: 'smartLink',
  list: 'fraudList',
  rule: 'fraudRule',
};

export const objectKindOf = (kind: string): string =>
  Object.hasOwn(sameKinds, kind) ? (sameKinds[kind] ?? kind) : kind;

/** Objects that people know by their number, not by a name. */
const numbered: ReadonlySet<string> = new Set([
  'transaction',
  'schedule',
  'case',
  'dispute',
  'smartLink',
  'hostedSession',
]);

/** The name of the object, if the event contains it. */
export function objectName(line: ObjectLine): string | undefined {
  const { objectKind, objectId, organisationId, organisationName } = line;
  if (objectKind === null || numbered.has(objectKindOf(objectKind))) return undefined;
  for (const state of [line.after, line.before, line.detail]) {
    const name = readName(state);
    if (name !== undefined) return name;
  }
  return String(organisationId) === objectId ? (organisationName ?? undefined) : undefined;
}

function readName(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined;
  const { givenName, familyName, label, name, displayName, url } = state as Record<string, unknown>;
  if (typeof givenName === 'string' && typeof familyName === 'string') return `${givenName} ${familyName}`;
  return [label, name, displayName, url].find(
    (text): text is string => typeof text === 'string' && text.trim() !== '' && text !== '…',
  );
}

/** The first characters of a long id; numbers stay whole. */
export const shortId = (id: string): string => (id.length > 20 ? `${id.slice(0, 8)}…` : id);
