import type { FastifyInstance } from 'fastify';
import { Problem, problems } from '#shared/problem.ts';

/** The deepest body any endpoint takes has 8 levels. Parsing 500,000 levels blocked the event loop for a second. */
const maxDepth = 32;

const pageRoutes = new Set(['/', '/*']);

/** Parses JSON bodies: limits their depth before the parser pays for it, and replaces half surrogate pairs. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') return done(null, undefined);
    if (isDeeperThan(text, maxDepth)) return done(problems.invalid('body'));
    parse(request, text, (error, body) => done(error, error ? undefined : cleanJson(text, body)));
  });
  // PostgreSQL stores no NUL in text: a request that holds one is refused, wherever it is.
  app.addHook('preValidation', async (request) => {
    // The portal's page, whatever its address says: its own code reads the parameters.
    if (request.is404 || pageRoutes.has(request.routeOptions.url ?? '')) return;
    rejectNul(request.params, 'path');
    rejectNul(request.query, 'query');
    rejectNul(request.body, 'body');
  });
}

/** JSON inside a form field. Throws what the body parser would. */
export function parseJsonField(text: string, field: string): unknown {
  if (isDeeperThan(text, maxDepth)) throw problems.invalid(field);
  try {
    const value = cleanJson(text, JSON.parse(text));
    rejectNul(value, field);
    return value;
  } catch (error) {
    throw error instanceof Problem ? error : problems.invalid(field);
  }
}

/** JSON carries half a surrogate pair as an escape only: bodies without escapes are not walked. */
function cleanJson(text: string, value: unknown): unknown {
  return text.includes('\\u') ? replaceHalfSurrogates(value) : value;
}

function rejectNul(value: unknown, name: string): void {
  const field = findNul(value, name);
  if (field !== undefined) throw problems.invalid(field);
}

/** Counts brackets outside strings; linear in the text. */
export function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '[' || character === '{') {
      depth += 1;
      if (depth > limit) return true;
    } else if (character === ']' || character === '}') depth -= 1;
  }
  return false;
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

/** A shop that cuts a text at 255 characters may cut an emoji in half; PostgreSQL refuses such JSON. */
function replaceHalfSurrogates(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(replaceHalfSurrogates);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name.toWellFormed(), replaceHalfSurrogates(child)]),
  );
}
