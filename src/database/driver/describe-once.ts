import type pg from 'pg';
import { toCamelCase } from './names.ts';

/** pg's result of PostgreSQL's row description. */
export interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** Members of pg's query and connection that its types leave out. */
interface InnerQuery {
  name: string;
  values: unknown[];
  _result: Columns;
  _accumulateRows: boolean;
  prepare(connection: InnerConnection): void;
  handleRowDescription(message: { fields: { name: string }[] }): void;
  _getRows(connection: InnerConnection): void;
}
interface InnerConnection {
  bind(config: { statement: string; values: unknown[] }): void;
}

/** The parts of pg's objects that its types leave out. The one cast on which the driver relies. */
export const internals = <T>(object: pg.Query | pg.Connection): T => object as unknown as T;

// The names with an underscore are pg's.
// oxlint-disable no-underscore-dangle

/** Rows name their columns in camel case, so that no statement needs an alias for it. */
export function nameInCamelCase(query: pg.Query): void {
  const inner = internals<InnerQuery>(query);
  const describe = inner.handleRowDescription;
  inner.handleRowDescription = (message) => {
    for (const field of message.fields) field.name = toCamelCase(field.name);
    describe.call(inner, message);
  };
}

/**
 * Requests the row description of a prepared statement once. pg requests it each time, which costs a tenth of a point
 * search. It cannot change under a prepared statement: PostgreSQL then rejects the statement.
 */
export function describeOnce(query: pg.Query, name: string, described: Map<string, Columns>): void {
  const inner = internals<InnerQuery>(query);
  const columns = described.get(name);
  if (columns) {
    inner.prepare = (connection) => {
      connection.bind({ statement: inner.name, values: inner.values });
      Object.assign(inner._result, columns);
      inner._accumulateRows = true;
      inner._getRows(connection);
    };
    return;
  }
  const describe = inner.handleRowDescription;
  inner.handleRowDescription = (message) => {
    describe.call(inner, message);
    const { fields, _parsers, _prebuiltEmptyResultObject } = inner._result;
    described.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
  };
}
