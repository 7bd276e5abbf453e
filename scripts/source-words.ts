import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/**
 * Words that hide the actor. Comments, test titles and documents name the actor and use the trade's verbs.
 */
const banned =
  /\b(?:told|tells?|whoever|nobody|somebody|anybody|whom|anew|of which|stands?|standing|hears?|heard|wants?|wanted|says?|said|knows|knew)\b/i;

/** Refused in every string of a test as well, where the others may be what a payer types. */
const bannedInStrings = /\b(?:told|tells|whoever|nobody|somebody|anew|stands|standing)\b/i;

/** These files list the banned words. */
const exempt = new Set([
  'scripts/source-words.ts',
  'scripts/english-words.ts',
  'scripts/test/english-words.test.ts',
  'scripts/test/source-words.test.ts',
]);

/** Banned words in the comments, tests and endpoint summaries of one source file, with their lines. */
export function sourceWordComplaints(file: string, code: string): string[] {
  const { program, comments } = parseSync(file, code);
  const texts = comments.map(({ value, start }) => ({ value, start }));
  const isTest = /\.test\.tsx?$|^(?:src|scripts)\/(?:.*\/)?test\/|^e2e\//.test(file);
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    if (Array.isArray(node)) {
      node.forEach(visit);
      return;
    }
    const text = isTest ? (testTitle(node) ?? bannedString(node as Node)) : summary(node);
    if (text) texts.push({ value: String(text.value), start: text.start });
    for (const child of Object.values(node)) visit(child);
  };
  if (isTest || file.endsWith('/endpoints.ts')) visit(program);
  // A title is a string too.
  return [...new Set(texts.flatMap(({ value, start }) => findComplaints(file, code, value, start)))];
}

interface Node {
  type?: string;
  name?: string;
  value?: unknown;
  start: number;
}

function testTitle(node: {
  type?: string;
  callee?: Node & { object?: Node; callee?: { object?: Node } };
  arguments?: Node[];
}): Node | undefined {
  const { type, callee, arguments: [title] = [] } = node;
  if (type !== 'CallExpression' || title?.type !== 'Literal') return undefined;
  const name = callee?.name ?? callee?.object?.name ?? callee?.callee?.object?.name ?? '';
  return /^(?:it|test|describe)$/.test(name) ? title : undefined;
}

function bannedString(node: Node): Node | undefined {
  return node.type === 'Literal' && typeof node.value === 'string' && bannedInStrings.test(node.value)
    ? node
    : undefined;
}

function summary({ type, key, value }: { type?: string; key?: Node; value?: Node }): Node | undefined {
  return type === 'Property' && key?.name === 'summary' && value?.type === 'Literal' ? value : undefined;
}

/** Banned words in a Markdown document, outside code. */
export function documentWordComplaints(file: string, text: string): string[] {
  const prose = text.replaceAll(/```[^]*?```|`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, ' '));
  return prose.split('\n').flatMap((line, index) => {
    const found = banned.exec(line);
    return found ? [complaint(file, index + 1, found[0])] : [];
  });
}

/** Banned words in the comments of SQL. */
export function sqlWordComplaints(file: string, text: string): string[] {
  return text.split('\n').flatMap((line, index) => {
    const found = banned.exec(/--.*$/.exec(line)?.[0] ?? '');
    return found ? [complaint(file, index + 1, found[0])] : [];
  });
}

function findComplaints(file: string, code: string, value: string, start: number): string[] {
  const found = banned.exec(value);
  if (!found || /\bUnix user\b/.test(value)) return [];
  return [complaint(file, code.slice(0, start + found.index).split('\n').length, found[0])];
}

const complaint = (file: string, line: number, word: string): string =>
  `${file}:${line}: “${word}”: name the actor, use the trade's word`;

/** The same for every source file and document under one of `paths`. */
export function allSourceWordComplaints(root: string, paths: readonly string[] = []): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
    .filter((file) => !exempt.has(file) && existsSync(join(root, file)));
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  return [
    ...files
      .filter((file) => /^(?:src|e2e|scripts|clients)\/.*\.tsx?$/.test(file))
      .flatMap((file) => sourceWordComplaints(file, read(file))),
    ...files.filter((file) => file.endsWith('.sql')).flatMap((file) => sqlWordComplaints(file, read(file))),
    // Generated from endpoints.ts files, which are checked.
    ...files
      .filter((file) => file.endsWith('.md') && file !== 'docs/map.md')
      .flatMap((file) => documentWordComplaints(file, read(file))),
  ];
}
