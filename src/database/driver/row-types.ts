import pg from 'pg';

export type Parse = (text: string) => unknown;

/** int8 holds ids and minor units, which stay below 2^53; a value beyond fails its statement. */
function safeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} is beyond a safe integer`);
  return value;
}

const asText: Parse = (text) => text;
const instant: Parse = (text) => new Date(text);
const json: Parse = (text) => JSON.parse(text) as unknown;
const isTrue: Parse = (text) => text === 't';
const bytes: Parse = (text) => Buffer.from(text.slice(2), 'hex');
const textArray = pg.types.getTypeParser(1009 as number, 'text') as (text: string) => unknown[];
const parseArrayOf = (parse: Parse): Parse => {
  const each = (item: unknown): unknown =>
    Array.isArray(item) ? item.map(each) : item === null ? null : parse(item as string);
  return (text) => textArray(text).map(each);
};

/** By PostgreSQL's type number. Other types stay text: date, numeric, uuid, interval. */
const scalars: readonly [type: number, array: number, parse: Parse][] = [
  [16, 1000, isTrue],
  [17, 1001, bytes],
  [19, 1003, asText],
  [20, 1016, safeInteger],
  [21, 1005, Number],
  [23, 1007, Number],
  [25, 1009, asText],
  [26, 1028, Number],
  [114, 199, json],
  [700, 1021, Number],
  [701, 1022, Number],
  [1042, 1014, asText],
  [1043, 1015, asText],
  [1082, 1182, asText],
  [1114, 1115, instant],
  [1184, 1185, instant],
  [1700, 1231, asText],
  [2950, 2951, asText],
  [3802, 3807, json],
];

const parsers = new Map(
  scalars.flatMap(([type, array, parse]) => [[type, parse] as const, [array, parseArrayOf(parse)] as const]),
);

/** How the driver reads a column of this type. */
export const parserOf = (type: number): Parse => parsers.get(type) ?? asText;
