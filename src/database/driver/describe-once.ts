import type pg from 'pg';
import { toCamelCase } from './names.ts';

/** What pg makes of PostgreSQL's message about the columns of a statement. */
export interface Columns {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

/** What pg's query and connection have beside their typed surface. */
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

// The names with an underscore are pg's.
// oxlint-disable no-underscore-dangle

/** Rows name their columns in camel case, so that no statement needs an alias for it. */
export function nameInCamelCase(query: pg.Query): void {
  const inner = query as unknown as InnerQuery;
  const describe = inner.handleRowDescription;
  inner.handleRowDescription = (message) => {
    for (const field of message.fields) field.name = toCamelCase(field.name);
    describe.call(inner, message);
  };
}

/**
 * Asks for the columns of a prepared statement once: pg asks and reads them each time, a tenth of the time of a point
 * search. They cannot change under a prepared statement: PostgreSQL refuses to run it instead.
 */
export function describeOnce(query: pg.Query, name: string, known: Map<string, Columns>): void {
  const inner = query as unknown as InnerQuery;
  const columns = known.get(name);
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
    known.set(name, { fields, _parsers, _prebuiltEmptyResultObject });
  };
}
