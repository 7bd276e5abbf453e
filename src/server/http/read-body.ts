import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Problem, problems } from '#shared/problem.ts';
import type { Endpoint, Program } from '#shared/define-endpoint.ts';
import { formFields, isDownloadId } from '#shared/form-post.ts';
import { secondMs } from '../clock.ts';
import { scimContentType } from './scim-problem.ts';
import { Upload, isUpload } from '#shared/upload.ts';

/** The deepest body any endpoint takes has 8 levels. Parsing 500,000 levels blocked the event loop for a second. */
const maxDepth = 32;

const pageRoutes = new Set(['/', '/*']);

/** Parses JSON bodies: limits their depth before the parser pays for it, and replaces half surrogate pairs. */
export function readJson(app: FastifyInstance, program: Program): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  // Fastify would pass a body of this type on as one string.
  app.removeContentTypeParser('text/plain');
  const types = ['application/json', ...(program === 'portal' ? [scimContentType] : [])];
  app.addContentTypeParser<Buffer>(types, { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      const text = decodeText(bytes, request);
      if (text === '') return done(null, undefined);
      refuseFaults(text, 'body');
      parse(request, text, (error, body) =>
        error
          ? done(isJson(text) ? problems.invalid('body') : problems.notJson())
          : done(null, cleanJson(text, body)),
      );
    } catch (error) {
      done(error as Error);
    }
  });
  // PostgreSQL stores no NUL in text, so requests with one are rejected.
  app.addHook('preValidation', async (request) => {
    // The portal's page itself reads its parameters.
    if (request.is404 || pageRoutes.has(request.routeOptions.url ?? '')) return;
    rejectNul(request.params, 'path');
    rejectNul(request.query, 'query');
    rejectNul(request.body, 'body');
  });
}

/** JSON is UTF-8 (RFC 8259, 8.1). Another encoding would be stored with replacement characters. */
function decodeText(bytes: Buffer, { headers }: FastifyRequest): string {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1];
  const encoding = headers['content-encoding'] ?? 'identity';
  if ((charset !== undefined && !/^utf-?8$/i.test(charset)) || encoding.toLowerCase() !== 'identity')
    throw problems.unsupportedEncoding();
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw problems.notUtf8();
  }
}

/** Throws for JSON that is too deep, or that has a member twice. */
function refuseFaults(text: string, field: string): void {
  const fault = findJsonFault(text, maxDepth);
  if (fault?.kind === 'depth') throw problems.invalid(field);
  if (fault) throw problems.invalid(`${field}.${fault.path}`, 'repeated');
}

/** The parser also rejects JSON that names a prototype. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** How much of a rejected body is read on, and for how long. */
const maxRestBytes = 32 * 1024 * 1024;
const maxRestMs = 5 * secondMs;

/**
 * Reads the rest of a body that is too large and drops it. A connection that is closed with unread data is reset, and
 * the client then loses the response. False when the rest is too long or too slow.
 */
export function readToEnd(request: IncomingMessage): Promise<boolean> {
  if (request.complete) return Promise.resolve(true);
  return new Promise((resolve) => {
    let bytes = 0;
    const end = (isRead: boolean) => {
      clearTimeout(timer);
      resolve(isRead);
    };
    const timer = setTimeout(end, maxRestMs, false);
    request
      .on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > maxRestBytes) end(false);
      })
      .once('end', () => end(true))
      .once('close', () => end(false))
      .resume();
  });
}

/** Room for the other fields of a form with a file. */
const formOverhead = 16 * 1024;
/** By default. */
const maxFileBytes = 1_048_576;

/** The body limit of an upload with files of this size. */
export const uploadBodyLimit = (fileBytes: number = maxFileBytes): number => fileBytes + formOverhead;

/** Parses forms with a file. The size is limited while the body arrives. */
export function readUploads(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer', bodyLimit: uploadBodyLimit() },
    async (request: FastifyRequest, body: Buffer) => toUpload(body, request.headers['content-type'] ?? ''),
  );
}

async function toUpload(body: Buffer, contentType: string): Promise<Upload> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => {
      throw problems.invalid('body');
    });
  const fields = new Map<string, string>();
  let file: Uint8Array | undefined;
  let fileName = '';
  for (const [name, value] of form) {
    if (typeof value === 'string') fields.set(name, value);
    else if (name === 'file' && file === undefined) {
      file = new Uint8Array(await value.arrayBuffer());
      fileName = value.name;
    }
  }
  return new Upload(file, fields, fileName);
}

/** Throws 415 for an upload that the endpoint doesn't take. */
export function rejectUpload(endpoint: Endpoint, request: FastifyRequest): void {
  if (isUpload(request.body) && !endpoint.takesUpload)
    throw new Problem(415, 'UNSUPPORTED_TYPE', 'unsupported_type');
}

/** Parses JSON in a form field. Throws the same errors as the body parser. */
function parseJsonField(text: string, field: string): unknown {
  refuseFaults(text, field);
  try {
    const value = cleanJson(text, JSON.parse(text));
    rejectNul(value, field);
    return value;
  } catch (error) {
    throw error instanceof Problem ? error : problems.invalid(field);
  }
}

/** JSON contains half surrogate pairs only as escapes, so bodies without escapes are not searched. */
function cleanJson(text: string, value: unknown): unknown {
  return text.includes('\\u') ? replaceHalfSurrogates(value) : value;
}

function rejectNul(value: unknown, name: string): void {
  const field = findNul(value, name);
  if (field !== undefined) throw problems.invalid(field);
}

/** The path of the first text or name that contains a NUL. */
function findNul(value: unknown, path: string): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? path : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, child] of Object.entries(value)) {
    if (name.includes('\0')) return path;
    const found = findNul(child, `${path}.${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Clients that truncate text can split an emoji, and PostgreSQL rejects such JSON. */
function replaceHalfSurrogates(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(replaceHalfSurrogates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name.toWellFormed(), replaceHalfSurrogates(child)]),
  );
}

/** The fields of a hidden form: its request, the anti-forgery value, and the id of the download. */
interface FormPost {
  antiForgery: string;
  downloadId: string | undefined;
  /** JSON text. */
  request: string;
}

/**
 * The fields of a hidden form; undefined for other bodies. Throws 415 unless the endpoint takes forms, because every
 * site can post one.
 */
export function readForm(endpoint: Endpoint, request: FastifyRequest): FormPost | undefined {
  if (!isForm(request)) return undefined;
  if (!endpoint.takesForm) throw new Problem(415, 'UNSUPPORTED_TYPE', 'unsupported_type');
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    antiForgery: text(formFields.antiForgery),
    downloadId: readDownloadId(request),
    request: text(formFields.request),
  };
}

/** Reads the id of the download even from an otherwise invalid form. */
export function readDownloadId(request: FastifyRequest): string | undefined {
  if (!isForm(request)) return undefined;
  const id = (request.body as Record<string, unknown> | undefined)?.[formFields.downloadId];
  return isDownloadId(id) ? id : undefined;
}

/** Parses the request of the form. */
export const parseFormBody = (form: FormPost): unknown => parseJsonField(form.request, formFields.request);

const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');

/** Why a text is not taken as JSON: nested too deep, or the path of a member that an object has twice. */
type JsonFault = { kind: 'depth' } | { kind: 'repeated'; path: string };

const [quote, backslash, comma, openList, closeList, openObject, closeObject, colon] = [
  0x22, 0x5c, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d, 0x3a,
];

/** One open object or list. */
interface Level {
  /** The members seen; undefined for a list. */
  names: Set<string> | undefined;
  /** The current member or index. */
  at: string | number;
}

/**
 * Finds what JSON.parse accepts silently. Linear in the text and before the parser: 500,000 levels would block the event
 * loop. Of a repeated member JSON.parse keeps the last (RFC 8259, 4), which may be another amount than the first.
 */
export function findJsonFault(text: string, maxDepth: number): JsonFault | undefined {
  const levels: Level[] = [];
  let isName = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charCodeAt(index);
    if (character === quote) {
      const end = endOfString(text, index);
      const level = levels.at(-1);
      if (isName && level?.names) {
        const name = readName(text.slice(index, end + 1));
        level.at = name;
        if (level.names.has(name)) return { kind: 'repeated', path: levels.map(({ at }) => at).join('.') };
        level.names.add(name);
        isName = false;
      }
      index = end;
    } else if (character === openObject || character === openList) {
      if (levels.length === maxDepth) return { kind: 'depth' };
      const isObject = character === openObject;
      levels.push({ names: isObject ? new Set() : undefined, at: isObject ? '' : 0 });
      isName = isObject;
    } else if (character === closeObject || character === closeList) levels.pop();
    else if (character === comma) {
      const level = levels.at(-1);
      isName = level?.names !== undefined;
      if (typeof level?.at === 'number') level.at += 1;
    } else if (character === colon) isName = false;
  }
  return undefined;
}

/** The index of the closing quote; the end of the text when there is none, which the parser refuses. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end >= 0; end = text.indexOf('"', end + 1)) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === backslash) slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return text.length;
}

/** Escapes can write one name in two ways. */
function readName(literal: string): string {
  if (!literal.includes('\\')) return literal.slice(1, -1);
  try {
    return JSON.parse(literal) as string;
  } catch {
    return literal;
  }
}
