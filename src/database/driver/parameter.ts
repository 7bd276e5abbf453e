/** Any JSON value. */
export type JSONValue =
  | null
  | string
  | number
  | boolean
  | Date
  | readonly JSONValue[]
  | { readonly [name: string]: JSONValue | undefined };

/** A value that is sent as jsonb, regardless of its JavaScript type. */
export class Json {
  readonly value: unknown;
  constructor(value: unknown) {
    this.value = value;
  }
}

type Scalar = string | number | bigint | boolean | Date | Uint8Array | null;
/** A value of a statement. undefined is rejected. */
export type Value = Scalar | Json | readonly (Scalar | readonly Scalar[])[];

/** The sent form of a value: text, bytes or null, and its type (0: PostgreSQL infers it). */
export interface Parameter {
  wire: string | Buffer | null;
  type: number;
}

const types = { boolean: 16, bytea: 17, int8: 20, timestamptz: 1184, jsonb: 3802 };

/** A type is sent only where the JavaScript type is unambiguous; PostgreSQL infers the others. */
export function encodeParameter(value: unknown): Parameter {
  if (value === null) return { wire: null, type: 0 };
  if (typeof value === 'string') return { wire: value, type: 0 };
  if (typeof value === 'number') return { wire: String(value), type: 0 };
  if (typeof value === 'boolean') return { wire: value ? 't' : 'f', type: types.boolean };
  if (typeof value === 'bigint') return { wire: String(value), type: types.int8 };
  if (value instanceof Date) return { wire: value.toISOString(), type: types.timestamptz };
  if (value instanceof Json) return { wire: JSON.stringify(value.value), type: types.jsonb };
  if (value instanceof Uint8Array) return { wire: toBuffer(value), type: types.bytea };
  if (Array.isArray(value)) return { wire: arrayText(value), type: 0 };
  throw new TypeError(
    value === undefined
      ? 'a statement holds undefined: pass null, or leave the value out'
      : `a statement holds a value that is no parameter (${typeof value}): objects are sent with sql.json`,
  );
}

function arrayText(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (value === null) return 'NULL';
    if (Array.isArray(value)) return arrayText(value);
    const { wire } = encodeParameter(value);
    const text = typeof wire === 'string' ? wire : String.raw`\x${wire?.toString('hex') ?? ''}`;
    return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  });
  return `{${items.join(',')}}`;
}

const toBuffer = (view: Uint8Array): Buffer => Buffer.from(view.buffer, view.byteOffset, view.byteLength);
