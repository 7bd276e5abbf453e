import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';

/** The folder of the vendors' OpenAPI documents. They are not part of the project, so tests without them are skipped. */
const folder = process.env.COUNTINGHOUSE_VENDOR_DOCS;

/** Why a test of the documents is skipped; undefined where they are. */
export function whyNoDocument(file: string): string | undefined {
  if (!folder) return 'COUNTINGHOUSE_VENDOR_DOCS does not name a folder of vendor documents';
  return existsSync(join(folder, file)) ? undefined : `COUNTINGHOUSE_VENDOR_DOCS has no ${file}`;
}

/** A file of the folder; throws without it. */
export function readVendorFile(file: string): unknown {
  return JSON.parse(readFileSync(join(folder ?? '', file), 'utf8'));
}

const opened = new Map<string, VendorDocument>();

/** A document, once for all simulators of a process; undefined without the file. */
export function openDocument(file: string, options = { coerceTypes: false }): VendorDocument | undefined {
  if (whyNoDocument(file)) return undefined;
  const key = `${file} ${options.coerceTypes}`;
  const document = opened.get(key) ?? new VendorDocument(file, options);
  opened.set(key, document);
  return document;
}

interface Operation {
  requestBody?: { content: Record<string, unknown> };
  responses: Record<string, { content?: Record<string, unknown> }>;
}

/** One OpenAPI document. Schemas are compiled when they are first needed. */
export class VendorDocument {
  readonly #ajv: Ajv;
  readonly #document: { paths?: object; webhooks?: object };
  readonly #compiled = new Map<string, ValidateFunction>();

  /** Throws without the file. `coerceTypes` is for forms, whose values are all texts. */
  constructor(file: string, { coerceTypes }: { coerceTypes: boolean }) {
    this.#document = readVendorFile(file) as object;
    allowNull(this.#document);
    this.#ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true, coerceTypes });
    this.#ajv.addSchema(this.#document, 'document');
  }

  /** Violations of a request's body by JSON pointer; a body without a schema has none. */
  request(method: string, path: string, body: unknown, type = 'application/json'): string[] {
    const operation = this.#operation('paths', method, path);
    if (!operation) return [`${method} ${path} is not in the document`];
    if (!operation.requestBody?.content[type]) return [];
    return this.#validate(
      ['paths', path, method.toLowerCase(), 'requestBody', 'content', type, 'schema'],
      body,
    );
  }

  response(method: string, path: string, status: number, body: unknown): string[] {
    const operation = this.#operation('paths', method, path);
    if (!operation) return [`${method} ${path} is not in the document`];
    const code = operation.responses[String(status)] ? String(status) : 'default';
    const response = operation.responses[code];
    if (!response) return [`${method} ${path} has no answer ${status}`];
    if (!response.content) return [];
    const pointer = [
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      code,
      'content',
      'application/json',
      'schema',
    ];
    return this.#validate(pointer, body);
  }

  /** Violations of a webhook's body. */
  event(name: string, body: unknown): string[] {
    if (!this.#operation('webhooks', 'POST', `/${name}`)) return [`${name} is not in the document`];
    const pointer = ['webhooks', `/${name}`, 'post', 'requestBody', 'content', 'application/json', 'schema'];
    return this.#validate(pointer, body);
  }

  schema(name: string, body: unknown): string[] {
    return this.#validate(['components', 'schemas', name], body);
  }

  #operation(kind: 'paths' | 'webhooks', method: string, path: string): Operation | undefined {
    const paths = (this.#document[kind] ?? {}) as Record<string, Record<string, Operation>>;
    return paths[path]?.[method.toLowerCase()];
  }

  #validate(pointer: readonly string[], body: unknown): string[] {
    const reference = `document#/${pointer.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')}`;
    const validate = this.#compiled.get(reference) ?? this.#ajv.compile({ $ref: reference });
    this.#compiled.set(reference, validate);
    // As it is sent: without undefined fields.
    if (validate(JSON.parse(JSON.stringify(body ?? null)))) return [];
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      `${instancePath || '/'} ${message} ${JSON.stringify(params)}`.slice(0, 300),
    );
  }
}

/** OpenAPI 3.0 writes `nullable: true` where JSON Schema has a type or an alternative `null`. */
function allowNull(node: unknown): void {
  if (typeof node !== 'object' || node === null) return;
  for (const child of Object.values(node)) allowNull(child);
  const schema = node as Record<string, unknown>;
  if (schema.nullable !== true) return;
  delete schema.nullable;
  if (typeof schema.type === 'string') {
    schema.type = [schema.type, 'null'];
    if (Array.isArray(schema.enum)) schema.enum = [...(schema.enum as unknown[]), null];
  } else {
    const copy = { ...schema };
    for (const key of Object.keys(schema)) delete schema[key];
    schema.anyOf = [copy, { type: 'null' }];
  }
}
