import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/**
 * Words that hide the actor. Comments, test titles and documents name the actor and use the trade's verbs.
 */
const banned =
  /\b(?:told|tells?|whoever|nobody|somebody|anybody|whom|anew|of which|stands?|standing|hears?|heard|wants?|wanted)\b/i;

/** These files list the banned words. */
const exempt = new Set([
  'scripts/source-words.ts',
  'scripts/english-words.ts',
  'scripts/test/english-words.test.ts',
  'scripts/test/source-words.test.ts',
]);

/** Banned words in one source file's comments and test titles, with their lines. */
export function sourceWordComplaints(file: string, code: string): string[] {
  const { program, comments } = parseSync(file, code);
  const texts = comments.map(({ value, start }) => ({ value, start }));
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const {
      type,
      callee,
      arguments: args,
    } = node as {
      type?: string;
      callee?: { name?: string; object?: { name?: string }; callee?: { object?: { name?: string } } };
      arguments?: { type: string; value?: unknown; start: number }[];
    };
    if (type === 'CallExpression' && args?.[0]?.type === 'Literal') {
      const name = callee?.name ?? callee?.object?.name ?? callee?.callee?.object?.name ?? '';
      if (/^(?:it|test|describe)$/.test(name))
        texts.push({ value: String(args[0].value), start: args[0].start });
    }
    for (const child of Object.values(node)) {
      if (Array.isArray(child)) child.forEach(visit);
      else if (typeof child === 'object' && child !== null && 'type' in child) visit(child);
    }
  };
  if (/\.test\.tsx?$/.test(file)) visit(program);
  return texts.flatMap(({ value, start }) => {
    const found = banned.exec(value);
    if (!found || /\bUnix user\b/.test(value)) return [];
    const line = code.slice(0, start + found.index).split('\n').length;
    return [`${file}:${line}: “${found[0]}”: name the actor, use the trade's word`];
  });
}

/** The same for every source file under one of `paths`. */
export function allSourceWordComplaints(root: string, paths: readonly string[] = []): string[] {
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', 'src', 'e2e', 'scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file) && !exempt.has(file))
    .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)));
  return files.flatMap((file) => sourceWordComplaints(file, readFileSync(join(root, file), 'utf8')));
}
