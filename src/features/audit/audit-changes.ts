/** One field of an object before and after an action; undefined where it did not exist. */
interface Change {
  /** 'name.familyName', 'roles[0]'. */
  field: string;
  before: string | undefined;
  after: string | undefined;
}

/** The changed fields in their order. Lists of plain values are compared as a whole. */
export function diffFields(before: unknown, after: unknown): Change[] {
  const [old, now] = [flattenFields(before), flattenFields(after)];
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((field) => ({ field, before: old.get(field), after: now.get(field) }))
    .filter((change) => change.before !== change.after);
}

/** Every field of an object with its value as text. */
export function flattenFields(value: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  collect(value, '', fields);
  return fields;
}

function collect(value: unknown, field: string, fields: Map<string, string>): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    if (value.every((one) => typeof one !== 'object' || one === null)) fields.set(field, value.join(', '));
    else for (const [index, one] of value.entries()) collect(one, `${field}[${index}]`, fields);
    return;
  }
  if (typeof value === 'object') {
    for (const [name, one] of Object.entries(value)) {
      collect(one, field === '' ? name : `${field}.${name}`, fields);
    }
    return;
  }
  fields.set(field, String(value));
}
