import { type ClickHouseSql, clause, param } from '#warehouse/clickhouse-sql.ts';

/** By its bits: ClickHouse does not promise the nearest double for a text. */
export function double(value: number): ClickHouseSql {
  const bits = new BigInt64Array(new Float64Array([value]).buffer)[0] ?? 0n;
  return clause`reinterpretAsFloat64(${param(String(bits), 'Int64')})`;
}

export const moment = (at: Date): ClickHouseSql =>
  clause`fromUnixTimestamp64Milli(${param(at.getTime(), 'Int64')}, 'UTC')`;
