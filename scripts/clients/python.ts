import { type Operation, capitalise } from './read-operations.ts';
import { type ApiField, type ApiType, type ClientMethod, type TypeModel, itemTypeOf } from './type-model.ts';

const banner = '# Generated from the OpenAPI document by `npm run client`. Do not edit.\n';

/** The generated files of the client for Python, by name. */
export function pythonFiles(
  model: TypeModel,
  groups: ReadonlyMap<string, readonly ClientMethod[]>,
  account: Operation,
): Record<string, string> {
  return { 'types.py': writeTypes(model), 'operations.py': writeOperations(model, groups, account) };
}

export const snakeCase = (name: string): string =>
  name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function typeText(type: ApiType, prefix = ''): string {
  switch (type.kind) {
    case 'text':
      return 'str';
    case 'integer':
      return 'int';
    case 'number':
      return 'float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'None';
    case 'any':
      return 'Any';
    case 'object':
      return 'Dict[str, Any]';
    case 'literal':
      return `Literal[${type.values.map(literal).join(', ')}]`;
    case 'list':
      return `List[${typeText(type.of, prefix)}]`;
    case 'map':
      return `Dict[str, ${typeText(type.of, prefix)}]`;
    case 'named':
      return `${prefix}${type.name}`;
    case 'union': {
      const others = type.of.filter(({ kind }) => kind !== 'null').map((one) => typeText(one, prefix));
      const union = others.length === 1 ? (others[0] ?? '') : `Union[${others.join(', ')}]`;
      return others.length < type.of.length ? `Optional[${union}]` : union;
    }
  }
}

function literal(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}

function writeTypes({ objects, aliases }: TypeModel): string {
  const head = `${banner}"""The bodies of requests and responses. A response can have more fields than these."""

from __future__ import annotations

from typing import Any, Dict, List, Literal, Optional, TypedDict, Union
`;
  const classes = [...objects].map(([name, fields]) => writeObject(name, fields));
  const names = [...aliases].map(([name, type]) => `${name} = ${quoteNames(type)}`);
  return `${head}\n\n${classes.join('\n\n')}\n\n${names.join('\n')}\n`;
}

/** An alias is evaluated at once, so it names classes in quotes. */
const quoteNames = (type: ApiType): string =>
  typeText(type.kind === 'union' ? { ...type, of: type.of.map(quoteOne) } : quoteOne(type));
const quoteOne = (type: ApiType): ApiType =>
  type.kind === 'named' ? { kind: 'named', name: `"${type.name}"` } : type;

/** Python 3.9 has no NotRequired: required fields are in a class of their own. */
function writeObject(name: string, fields: readonly ApiField[]): string {
  const required = fields.filter(({ isRequired }) => isRequired);
  const optional = fields.filter(({ isRequired }) => !isRequired);
  if (required.length === 0) return writeClass(name, 'TypedDict, total=False', optional);
  if (optional.length === 0) return writeClass(name, 'TypedDict', required);
  const base = `_${name}Required`;
  return `${writeClass(base, 'TypedDict', required)}\n\n${writeClass(name, `${base}, total=False`, optional)}`;
}

function writeClass(name: string, parents: string, fields: readonly ApiField[]): string {
  const lines = fields.flatMap(({ name: field, type, description }) => [
    ...(description === '' ? [] : [`    # ${description.replaceAll('\n', ' ')}`]),
    `    ${field}: ${typeText(type)}`,
  ]);
  return `class ${name}(${parents}):\n${lines.length === 0 ? '    pass' : lines.join('\n')}\n`;
}

function writeOperations(
  model: TypeModel,
  groups: ReadonlyMap<string, readonly ClientMethod[]>,
  account: Operation,
): string {
  const head = `${banner}"""The calls of the API, in groups. Each call takes \`timeout\` (seconds) and \`retries\` of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Literal, Optional, Union

from .pages import each_item
from .transport import Transport

if TYPE_CHECKING:
    from . import types

Id = Union[str, int]


class Group:
    def __init__(self, transport: Transport) -> None:
        self._call = transport.call
`;
  const classes = [...groups].map(([group, methods]) => {
    const texts = methods.flatMap(({ name, operation, allName }) => [
      writeMethod(model, snakeCase(name), operation),
      ...(allName ? [writeAllMethod(model, snakeCase(allName), snakeCase(name), operation)] : []),
    ]);
    return `class ${capitalise(group)}(Group):\n${texts.join('\n')}`;
  });
  const groupFields = [...groups.keys()].map(
    (group) => `        self.${group} = ${capitalise(group)}(transport)`,
  );
  const all = `class Operations(Group):
    def __init__(self, transport: Transport) -> None:
        super().__init__(transport)
${groupFields.join('\n')}

${writeMethod(model, 'account', account)}`;
  return `${head}\n\n${[...classes, all].join('\n\n')}`;
}

const options = ['timeout: Optional[float] = None', 'retries: Optional[int] = None'];

function writeMethod(model: TypeModel, name: string, operation: Operation): string {
  const { operationId, method, path, pathNames, queryParameters, takesKey, requestBody, summary } = operation;
  const body = model.bodies.get(operationId);
  const response = model.responses.get(operationId);
  const bodyText = body && typeText(body, 'types.');
  const positional = [
    ...pathNames.map((one) => `${snakeCase(one)}: ${one.endsWith('Token') ? 'str' : 'Id'}`),
    ...queryParameters.filter(({ required }) => required).map((one) => `${snakeCase(one.name)}: str`),
    ...(bodyText ? [requestBody?.required ? `body: ${bodyText}` : `body: Optional[${bodyText}] = None`] : []),
  ];
  const named = [
    ...optionalQuery(operation),
    ...(takesKey ? ['idempotency_key: Optional[str] = None'] : []),
    ...options,
  ];
  const values = (names: readonly string[]): string =>
    `{${names.map((one) => `"${one}": ${snakeCase(one)}`).join(', ')}}`;
  const args = [
    `"${method}"`,
    `"${path}"`,
    ...(pathNames.length > 0 ? [`path=${values(pathNames)}`] : []),
    ...(queryParameters.length > 0 ? [`query=${values(queryParameters.map((one) => one.name))}`] : []),
    ...(bodyText ? [requestBody?.required ? 'body=body' : 'body=body or {}'] : []),
    `takes_key=${takesKey ? 'True' : 'False'}`,
    ...(takesKey ? ['idempotency_key=idempotency_key'] : []),
    ...(response ? [] : ['has_response=False']),
    'timeout=timeout',
    'retries=retries',
  ];
  return `    def ${name}(
${['self', ...positional, '*', ...named].map((one) => `        ${one},`).join('\n')}
    ) -> ${response ? typeText(response, 'types.') : 'None'}:
        """${summary}."""
        ${response ? 'return ' : ''}self._call(
${args.map((one) => `            ${one},`).join('\n')}
        )
`;
}

/** The query of an operation as named arguments. */
function optionalQuery({ queryParameters }: Operation): string[] {
  return queryParameters
    .filter(({ required }) => !required)
    .map(({ name, schema }) => {
      if (schema.enum)
        return `${snakeCase(name)}: Optional[Literal[${schema.enum.map(literal).join(', ')}]] = None`;
      const types: Record<string, string> = { integer: 'int', number: 'float', boolean: 'bool' };
      return `${snakeCase(name)}: Optional[${types[String(schema.type)] ?? 'str'}] = None`;
    });
}

function writeAllMethod(model: TypeModel, name: string, pageName: string, operation: Operation): string {
  const queryNames = operation.queryParameters
    .map((one) => snakeCase(one.name))
    .filter((one) => one !== 'cursor');
  const passed = [...queryNames, 'timeout', 'retries'].map((one) => `${one}=${one}`).join(', ');
  return `    def ${name}(
${['self', '*', ...optionalQuery(operation), ...options].map((one) => `        ${one},`).join('\n')}
    ) -> Iterator[${typeText(itemTypeOf(model, operation.operationId), 'types.')}]:
        """Every item, page after page: ${operation.summary}."""
        return each_item(
            lambda cursor: self.${pageName}(cursor=cursor, ${passed}),
            cursor,
        )
`;
}
