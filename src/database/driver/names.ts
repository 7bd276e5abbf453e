const camel = new Map<string, string>();
const snake = new Map<string, string>();

/** `txn_id` → `txnId`: how rows name the columns of the database. */
export function toCamelCase(column: string): string {
  let name = camel.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
    camel.set(column, name);
  }
  return name;
}

/** `txnId` → `txn_id`: the column that a property of a row is written to. */
export function toSnakeCase(name: string): string {
  let column = snake.get(name);
  if (column === undefined) {
    column = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    snake.set(name, column);
  }
  return column;
}
