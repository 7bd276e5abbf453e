import { type Operation, capitalise } from './read-operations.ts';
import { type ApiField, type ApiType, type ClientMethod, type TypeModel, itemTypeOf } from './type-model.ts';

const banner = `<?php

// Generated from the OpenAPI document by \`npm run client\`. Do not edit.

declare(strict_types=1);
`;

/** The generated files of the client for PHP, by name: a class for each group, and the types of their arrays. */
export function phpFiles(
  model: TypeModel,
  groups: ReadonlyMap<string, readonly ClientMethod[]>,
  account: Operation,
): Record<string, string> {
  const classes = [...groups].map(([group, methods]): [string, string] => [
    `Generated/${capitalise(group)}.php`,
    writeGroup(model, group, methods),
  ]);
  return {
    'Generated/Types.php': writeTypes(model),
    'Generated/Operations.php': writeOperations(model, [...groups.keys()], account),
    ...Object.fromEntries(classes),
  };
}

function typeText(type: ApiType): string {
  switch (type.kind) {
    case 'text':
      return 'string';
    case 'integer':
      return 'int';
    case 'number':
      return 'int|float';
    case 'boolean':
      return 'bool';
    case 'null':
      return 'null';
    case 'any':
      return 'mixed';
    case 'object':
      return 'array<string, mixed>';
    case 'literal':
      return type.values
        .map((value) => (typeof value === 'string' ? `'${value}'` : JSON.stringify(value)))
        .join('|');
    case 'list':
      return `list<${typeText(type.of)}>`;
    case 'map':
      return `array<string, ${typeText(type.of)}>`;
    case 'named':
      return type.name;
    case 'union':
      return [...new Set(type.of.flatMap((one) => typeText(one)))].join('|');
  }
}

/** PHP has no types of arrays: PHPStan, Psalm and editors read them from comments. */
function writeTypes({ objects, aliases }: TypeModel): string {
  const shapes = [...objects].map(([name, fields]) => ` * @phpstan-type ${name} ${shapeText(fields)}`);
  const others = [...aliases].map(([name, type]) => ` * @phpstan-type ${name} ${typeText(type)}`);
  return `${banner}
namespace Countinghouse\\Generated;

/**
 * The arrays of requests and responses, for PHPStan, Psalm and editors. A response can have more fields than these.
 *
${[...shapes, ...others].join('\n')}
 */
final class Types
{
    private function __construct()
    {
    }
}
`;
}

function shapeText(fields: readonly ApiField[]): string {
  if (fields.length === 0) return 'array<string, mixed>';
  const lines = fields.map(
    ({ name, type, isRequired }) => ` *     ${name}${isRequired ? '' : '?'}: ${typeText(type)},`,
  );
  return `array{\n${lines.join('\n')}\n * }`;
}

/** The names in a type, which a class imports. */
function namesIn(type: ApiType | undefined): string[] {
  if (!type) return [];
  if (type.kind === 'named') return [type.name];
  if (type.kind === 'list' || type.kind === 'map') return namesIn(type.of);
  return type.kind === 'union' ? type.of.flatMap(namesIn) : [];
}

const importTypes = (types: readonly (ApiType | undefined)[]): string =>
  [...new Set(types.flatMap(namesIn))]
    .toSorted()
    .map((name) => ` * @phpstan-import-type ${name} from Types`)
    .join('\n');

function writeGroup(model: TypeModel, group: string, methods: readonly ClientMethod[]): string {
  const types = methods.flatMap(({ operation: { operationId }, allName }) => [
    model.bodies.get(operationId),
    model.responses.get(operationId),
    ...(allName ? [itemTypeOf(model, operationId)] : []),
  ]);
  const texts = methods.flatMap(({ name, operation, allName }) => [
    writeMethod(model, name, operation),
    ...(allName ? [writeAllMethod(model, allName, name, operation)] : []),
  ]);
  return `${banner}
namespace Countinghouse\\Generated;

use Countinghouse\\Transport;

/**
${importTypes(types)}
 */
final class ${capitalise(group)}
{
    public function __construct(private readonly Transport $transport)
    {
    }

${texts.join('\n')}}
`;
}

function writeOperations(model: TypeModel, groups: readonly string[], account: Operation): string {
  return `${banner}
namespace Countinghouse\\Generated;

use Countinghouse\\Transport;

/**
${importTypes([model.responses.get(account.operationId)])}
 */
abstract class Operations
{
${groups.map((group) => `    public readonly ${capitalise(group)} $${group};`).join('\n')}

    protected function __construct(private readonly Transport $transport)
    {
${groups.map((group) => `        $this->${group} = new ${capitalise(group)}($transport);`).join('\n')}
    }

${writeMethod(model, 'account', account)}}
`;
}

interface Argument {
  name: string;
  type: string;
  /** The type in the comment, where PHP's own is too wide. */
  documented?: string;
  isOptional?: boolean;
}

function argumentsOf(model: TypeModel, operation: Operation): Argument[] {
  const { operationId, pathNames, queryParameters, requestBody, takesKey } = operation;
  const body = model.bodies.get(operationId);
  return [
    ...pathNames.map((name) => ({ name, type: name.endsWith('Token') ? 'string' : 'string|int' })),
    ...queryParameters.filter(({ required }) => required).map(({ name }) => ({ name, type: 'string' })),
    ...(body
      ? [{ name: 'body', type: 'array', documented: typeText(body), isOptional: !requestBody?.required }]
      : []),
    ...queryArguments(operation),
    ...(takesKey ? [{ name: 'idempotencyKey', type: '?string', isOptional: true }] : []),
    { name: 'timeout', type: '?float', isOptional: true },
    { name: 'retries', type: '?int', isOptional: true },
  ];
}

function queryArguments({ queryParameters }: Operation): Argument[] {
  const types: Record<string, string> = { integer: '?int', number: '?float', boolean: '?bool' };
  return queryParameters
    .filter(({ required }) => !required)
    .map(({ name, schema }) => ({
      name,
      type: types[String(schema.type)] ?? '?string',
      isOptional: true,
      ...(schema.enum ? { documented: `${typeText({ kind: 'literal', values: schema.enum })}|null` } : {}),
    }));
}

const signature = (args: readonly Argument[]): string =>
  args
    .map(({ name, type, isOptional }) => {
      const fallback = type === 'array' ? '[]' : 'null';
      // A body can have the number of a card, which must not appear in a trace.
      const hidden = type === 'array' ? '#[\\SensitiveParameter] ' : '';
      return `        ${hidden}${type} $${name}${isOptional ? ` = ${fallback}` : ''},\n`;
    })
    .join('');

function docComment(text: string, args: readonly Argument[], returned: string | undefined): string {
  const lines = [
    text,
    '',
    ...args
      .filter(({ documented }) => documented)
      .map(({ documented, name }) => `@param ${documented} $${name}`),
    ...(returned ? [`@return ${returned}`] : []),
  ];
  if (lines.at(-1) === '') lines.pop();
  return `    /**\n${lines.map((line) => `     * ${line}`.trimEnd()).join('\n')}\n     */`;
}

const keyed = (names: readonly string[]): string =>
  `[${names.map((name) => `'${name}' => $${name}`).join(', ')}]`;

function writeMethod(model: TypeModel, name: string, operation: Operation): string {
  const { operationId, method, path, pathNames, queryParameters, takesKey, summary } = operation;
  const args = argumentsOf(model, operation);
  const response = model.responses.get(operationId);
  const passed = [
    `'${method}'`,
    `'${path}'`,
    ...(pathNames.length > 0 ? [`path: ${keyed(pathNames)}`] : []),
    ...(queryParameters.length > 0 ? [`query: ${keyed(queryParameters.map((one) => one.name))}`] : []),
    ...(model.bodies.has(operationId) ? ['body: $body'] : []),
    `takesKey: ${takesKey}`,
    ...(takesKey ? ['idempotencyKey: $idempotencyKey'] : []),
    ...(response ? [] : ['hasResponse: false']),
    'timeout: $timeout',
    'retries: $retries',
  ];
  return `${docComment(`${summary}.`, args, response && typeText(response))}
    public function ${name}(
${signature(args)}    ): ${response ? 'array' : 'void'} {
        ${response ? 'return ' : ''}$this->transport->call(
${passed.map((one) => `            ${one},\n`).join('')}        );
    }
`;
}

function writeAllMethod(model: TypeModel, name: string, pageName: string, operation: Operation): string {
  const args = [
    ...queryArguments(operation),
    { name: 'timeout', type: '?float', isOptional: true },
    { name: 'retries', type: '?int', isOptional: true },
  ];
  const passed = args.map((one) => (one.name === 'cursor' ? 'cursor: $next' : `${one.name}: $${one.name}`));
  const returned = `\\Generator<int, ${typeText(itemTypeOf(model, operation.operationId))}>`;
  return `${docComment(`Every item, page after page: ${operation.summary}.`, args, returned)}
    public function ${name}(
${signature(args)}    ): \\Generator {
        return Transport::eachItem(
            fn (?string $next): array => $this->${pageName}(${passed.join(', ')}),
            $cursor,
        );
    }
`;
}
