import { join, relative } from 'node:path';
import pg from 'pg';
import * as is from 'typescript/unstable/ast/is';
import type {
  Expression,
  FunctionLikeDeclaration,
  Node,
  TaggedTemplateExpression,
  TypeNode,
} from 'typescript/unstable/ast';
import {
  API,
  type Checker,
  type Project,
  type Symbol as Name,
  SymbolFlags,
  type Type,
} from 'typescript/unstable/sync';
import { toCamelCase, toSnakeCase } from '#database/driver/compose.ts';
import { rowTypeOf } from './schema.ts';

const root = join(import.meta.dirname, '..');

export interface RowCheck {
  checked: number;
  /** Statements whose text is not in the source, by file and line. */
  unchecked: string[];
  complaints: string[];
  /** Statements that return a column more once a table has one more, by file and line. */
  widened: string[];
}

/**
 * Compares the row type of every statement (sql<{ … }[]>`…`) with the columns that PostgreSQL describes for its text.
 * Whether a column may be null is not compared: PostgreSQL does not describe it.
 */
export async function checkStatementRows(url: string): Promise<RowCheck> {
  const api = new API({ cwd: root });
  const client = new pg.Client(url);
  await client.connect();
  try {
    const project = api
      .updateSnapshot({ openProjects: [join(root, 'tsconfig.server.json')] })
      .getProjects()[0];
    if (!project) throw new Error('the server has no TypeScript project');
    const result: RowCheck = { checked: 0, unchecked: [], complaints: [], widened: [] };
    const described: Described[] = [];
    const rowTypes = await readRowTypes(client);
    for (const { statement, claim, place } of claims(project)) {
      try {
        // Alternatives of a statement belong together: all the first ones, or all the second.
        const first = new StatementText(project, true).of(statement);
        const [text, columns] = await describe(client, first).then(
          (found) => [first, found] as const,
          async () => {
            const second = new StatementText(project, false).of(statement);
            return [second, await describe(client, second)] as const;
          },
        );
        described.push({ text, place, count: columns.length });
        result.checked += 1;
        const compare = (field: pg.FieldDef) =>
          [toCamelCase(field.name), rowTypes.get(field.dataTypeID) ?? 'string'] as const;
        for (const complaint of mismatches(project.checker, claim, new Map(columns.map(compare))))
          result.complaints.push(`${place}: ${complaint}`);
      } catch (error) {
        result.unchecked.push(`${place}: ${(error as Error).message}`);
      }
    }
    result.widened = await findWidened(client, described);
    return result;
  } finally {
    await client.end();
    api.close();
  }
}

interface Described {
  text: StatementText;
  place: string;
  /** Of its columns. */
  count: number;
}

/**
 * A newer release adds columns while this one runs. PostgreSQL then refuses a prepared statement that returns all columns of a
 * table: its result would change.
 */
async function findWidened(client: pg.Client, described: readonly Described[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select oid::regclass::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`);
  for (const { name } of rows) await client.query(`alter table ${name} add column added_later integer`);
  const widened: string[] = [];
  for (const { text, place, count } of described)
    if ((await describe(client, text)).length !== count) widened.push(place);
  return widened;
}

interface Claim {
  statement: TaggedTemplateExpression;
  claim: Type;
  place: string;
}

function* claims({ program, checker }: Project): Generator<Claim> {
  for (const path of program.getSourceFileNames()) {
    const file = path.startsWith(join(root, 'src/')) ? program.getSourceFile(path) : undefined;
    if (!file?.text.includes('>`')) continue;
    const found: TaggedTemplateExpression[] = [];
    const visit = (node: Node): void => {
      if (is.isTaggedTemplateExpression(node) && node.typeArguments?.length) found.push(node);
      node.forEachChild(visit);
    };
    visit(file);
    for (const statement of found) {
      const claim = checker.getTypeFromTypeNode(statement.typeArguments?.[0] as TypeNode);
      const line = file.text.slice(0, statement.template.pos).split('\n').length;
      if (claim) yield { statement, claim, place: `${relative(root, path)}:${line}` };
    }
  }
}

/** What a name of a fragment's function holds, and the names that hold there. */
type Arguments = Map<number, { value: Expression; names: Arguments }>;

/** The text of a statement as the driver composes it, from the source alone. */
class StatementText {
  text = '';
  readonly types: number[] = [];
  readonly #project: Project;
  readonly #checker: Checker;
  /** Which side of its conditionals. */
  readonly #side: 'whenTrue' | 'whenFalse';

  constructor(project: Project, isTrue: boolean) {
    this.#project = project;
    this.#checker = project.checker;
    this.#side = isTrue ? 'whenTrue' : 'whenFalse';
  }

  of(statement: TaggedTemplateExpression): this {
    this.#append(statement, new Map());
    return this;
  }

  #append({ template }: TaggedTemplateExpression, names: Arguments): void {
    if (!is.isTemplateExpression(template)) {
      this.text += template.text;
      return;
    }
    this.text += template.head.text;
    for (const { expression, literal } of template.templateSpans) {
      this.#appendParam(expression, names);
      this.text += literal.text;
    }
  }

  #appendParam(expression: Expression, names: Arguments): void {
    const title = this.#titleOf(expression);
    if (title === 'Columns') this.#appendColumns(helperArgument(expression));
    else if (/Fragment|Statement|Names/.test(title)) this.#appendPart(expression, names);
    else this.#appendValue(title);
  }

  #titleOf(expression: Expression): string {
    return this.#checker.typeToString(
      this.#checker.getNonNullableType(this.#typeOf(expression)) ?? this.#typeOf(expression),
    );
  }

  #typeOf(node: Node): Type {
    const type = this.#checker.getTypeAtLocation(node);
    if (!type) throw new Error(`no type of ${node.getText()}`);
    return type;
  }

  /** With the type that the driver sends. */
  #appendValue(type: string): void {
    const sent =
      { boolean: 16, Date: 1184, Json: 3802, bigint: 20 }[type] ??
      (/^(?:Buffer|Uint8Array)/.test(type) ? 17 : 0);
    this.text += `$${this.types.push(sent)}`;
  }

  /** A condition or an order that is composed at run time is left out: the columns do not depend on it. */
  #appendPart(expression: Expression, names: Arguments): void {
    const { text } = this;
    const count = this.types.length;
    try {
      if (this.#titleOf(expression) === 'Names') this.#appendNames(helperArgument(expression));
      else this.#appendFragment(expression, names);
    } catch (error) {
      const [, word] = text.match(/\b(where|and|or|on|order by)\s*\(*$/i) ?? [];
      if (!word) throw error;
      this.text = `${text} ${word === 'order by' ? '1' : 'true'}`;
      this.types.length = count;
    }
  }

  #appendFragment(expression: Expression, names: Arguments): void {
    if (is.isTaggedTemplateExpression(expression)) this.#append(expression, names);
    else if (is.isParenthesizedExpression(expression)) this.#appendFragment(expression.expression, names);
    else if (is.isConditionalExpression(expression)) this.#appendFragment(expression[this.#side], names);
    else if (is.isIdentifier(expression)) this.#appendNamed(expression, names);
    else if (is.isCallExpression(expression)) this.#appendCall(expression, expression.arguments, names);
    else throw new Error(`composes ${expression.getText()}`);
  }

  #appendNamed(expression: Expression, names: Arguments): void {
    const name = this.#nameOf(expression);
    const held = names.get(name.id);
    if (held) {
      this.#appendFragment(held.value, held.names);
      return;
    }
    const declaration = this.#declarationOf(name);
    if (!is.isVariableDeclaration(declaration) || !declaration.initializer)
      throw new Error(`composes ${expression.getText()}`);
    this.#appendFragment(declaration.initializer, names);
  }

  #appendCall(call: Expression, values: readonly Expression[], names: Arguments): void {
    if (!is.isCallExpression(call)) return;
    if (call.expression.getText().endsWith('.unsafe')) {
      this.text += this.#constantText(values[0]);
      return;
    }
    if (call.expression.getText().endsWith('.reduce') && values[1]) {
      this.#appendFragment(values[1], names);
      return;
    }
    const declaration = this.#declarationOf(this.#nameOf(call.expression));
    const called = is.isVariableDeclaration(declaration) ? declaration.initializer : declaration;
    if (!called || !(is.isArrowFunction(called) || is.isFunctionDeclaration(called)))
      throw new Error(`calls ${call.expression.getText()}`);
    const inner: Arguments = new Map();
    called.parameters.forEach((parameter, index) => {
      const value = values[index] ?? parameter.initializer;
      if (value && is.isIdentifier(parameter.name))
        inner.set(this.#nameOf(parameter.name).id, { value, names });
    });
    this.#appendFragment(resultOf(called), inner);
  }

  #constantText(expression: Expression | undefined): string {
    const type = expression && this.#typeOf(expression);
    if (!type?.isStringLiteralType()) throw new Error(`sends ${expression?.getText()}`);
    return type.value;
  }

  #nameOf(node: Node): Name {
    const name = this.#checker.getSymbolAtLocation(node);
    if (!name) throw new Error(`no declaration of ${node.getText()}`);
    // An import is an alias of what it imports.
    return name.flags & SymbolFlags.Alias ? this.#checker.getAliasedSymbol(name) : name;
  }

  #declarationOf(name: Name): Node {
    const declaration = name.declarations?.[0]?.resolve(this.#project);
    if (!declaration) throw new Error(`no declaration of ${name.name}`);
    return declaration;
  }

  /** A name or names of columns; after "in" a list of values, where null will do. */
  #appendNames(argument: Expression): void {
    if (/\bin\s*$/i.test(this.text)) {
      this.text += '(null)';
      return;
    }
    const [literal] = this.#checker.typeToString(this.#typeOf(argument)).match(/^"\w+"/) ?? [];
    if (!literal) throw new Error(`names ${argument.getText()}`);
    this.text += literal;
  }

  #appendColumns(argument: Expression): void {
    const type = this.#typeOf(argument);
    const row = this.#checker.isArrayLikeType(type) ? elementOf(this.#checker, type) : type;
    const columns = this.#checker.getPropertiesOfType(row as Type).map((property) => ({
      column: `"${toSnakeCase(property.name)}"`,
      type: this.#checker.typeToString(
        this.#checker.getNonNullableType(this.#checker.getTypeOfSymbol(property) as Type) as Type,
      ),
    }));
    const isSet = /\bset\s*$/i.test(this.text);
    if (!isSet) this.text += `(${columns.map(({ column }) => column).join()}) values (`;
    columns.forEach(({ column, type: value }, index) => {
      this.text += `${index > 0 ? ',' : ''}${isSet ? `${column}=` : ''}`;
      this.#appendValue(value);
    });
    if (!isSet) this.text += ')';
  }
}

function helperArgument(expression: Expression): Expression {
  const argument = is.isCallExpression(expression) ? expression.arguments[0] : undefined;
  if (!argument) throw new Error(`composes ${expression.getText()}`);
  return argument;
}

function resultOf(called: FunctionLikeDeclaration): Expression {
  const { body } = called as { body?: Node };
  if (body && !is.isBlock(body)) return body as Expression;
  const last = body && is.isBlock(body) ? body.statements.at(-1) : undefined;
  if (!last || !is.isReturnStatement(last) || !last.expression) throw new Error('composes in several steps');
  return last.expression;
}

const elementOf = (checker: Checker, type: Type): Type | undefined =>
  checker.getTypeArguments(type as Parameters<Checker['getTypeArguments']>[0])[0];

/** Parses and describes the statement; nothing is executed. */
function describe(client: pg.Client, { text, types }: StatementText): Promise<pg.FieldDef[]> {
  return new Promise((resolve, reject) => {
    let columns: pg.FieldDef[] = [];
    let failure: Error | undefined;
    const settle = (): void => (failure ? reject(failure) : resolve(columns));
    client.query({
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: types as readonly unknown[] as string[] }, true);
        connection.describe({ type: 'S' }, true);
        connection.sync();
      },
      handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
        columns = fields;
      },
      handleError(error: Error) {
        failure = error;
        settle();
      },
      handleReadyForQuery: settle,
    });
  });
}

/** How a row has a column, by the number of its type. */
async function readRowTypes(client: pg.Client): Promise<Map<number, string>> {
  const { rows } = await client.query<{ oid: number; type: string; is_array: boolean }>(`
    select t.oid, coalesce(e.typname, t.typname) as type, e.oid is not null as is_array
    from pg_type t left join pg_type e on e.oid = t.typelem and t.typlen = -1`);
  return new Map(rows.map(({ oid, type, is_array: isArray }) => [oid, rowTypeOf(type, isArray)]));
}

function mismatches(checker: Checker, claim: Type, columns: ReadonlyMap<string, string>): string[] {
  const row = elementOf(checker, claim);
  if (!row || checker.isTupleType(row)) return [];
  return checker.getPropertiesOfType(row).flatMap((property) => {
    const type = checker.getTypeOfSymbol(property);
    const column = columns.get(property.name);
    // Optional: not every statement of the row type reads it.
    if (!column) return property.flags & SymbolFlags.Optional ? [] : [`no column ${property.name}`];
    if (type && isReadAs(checker, type, column)) return [];
    return [`${property.name} is ${column}, not ${type ? checker.typeToString(type) : 'known'}`];
  });
}

function isReadAs(checker: Checker, claimed: Type, column: string): boolean {
  const type = checker.getNonNullableType(claimed);
  if (!type || column.startsWith('unknown')) return true;
  const title = checker.typeToString(type);
  if (['unknown', 'any', 'null', 'never'].includes(title)) return true;
  if (column.endsWith('[]')) {
    const element = checker.isArrayLikeType(type) ? elementOf(checker, type) : undefined;
    return element !== undefined && isReadAs(checker, element, column.slice(0, -2));
  }
  if (column === 'Buffer' || column === 'Date')
    return title.split('<')[0] === column || (column === 'Buffer' && title.startsWith('Uint8Array'));
  const primitives = {
    number: checker.getNumberType(),
    string: checker.getStringType(),
    boolean: checker.getBooleanType(),
  };
  return checker.isTypeAssignableTo(type, primitives[column as keyof typeof primitives]);
}
