import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const root = join(import.meta.dirname, '../../../../../..');

/** What a piece of code did: the value of its result, what it printed, and the error that ended it. */
export interface Outcome {
  value?: unknown;
  printed: string;
  error?: Record<string, unknown> & { type: string; message: string };
}

/** One process of a language, which runs pieces of code one after the other. They share their variables. */
export interface Interpreter {
  /** `result` is an expression that is evaluated after the code. */
  run: (code: string, result?: string) => Promise<Outcome>;
  stop: () => void;
}

const programs = {
  php: [
    'php',
    '-d',
    'zend.assertions=1',
    join(import.meta.dirname, 'run-code.php'),
    join(root, 'clients/php/src'),
  ],
  python: ['python3', '-B', join(import.meta.dirname, 'run-code.py'), join(root, 'clients/python/src')],
} as const;
const packages = {
  php: 'php-cli (8.1 or newer) and php-curl',
  python: 'python3 (3.9 or newer)',
} as const;
export type InterpretedLanguage = keyof typeof programs;
export const interpretedLanguages = ['php', 'python'] as const;

const probes = {
  php: ['php', '-r', 'exit(PHP_VERSION_ID >= 80100 && extension_loaded("curl") ? 0 : 1);'],
  python: ['python3', '-c', 'import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)'],
} as const;

/**
 * What a machine lacks to run a language, as a sentence for skipped tests. Where CI is set, nothing may be lacking: the
 * tests run, and fail.
 */
export function findMissing(language: InterpretedLanguage): string | undefined {
  const [command, ...args] = probes[language];
  if (process.env['CI'] || spawnSync(command, args).status === 0) return undefined;
  return `this machine does not have ${packages[language]}`;
}

export function startInterpreter(
  language: InterpretedLanguage,
  env: Readonly<Record<string, string>> = {},
): Interpreter {
  const [command, ...args] = programs[language];
  const child: ChildProcessWithoutNullStreams = spawn(command, args, {
    // Requests to this machine use no proxy.
    env: { ...process.env, no_proxy: '*', ...env },
  });
  const waiting: { done: (outcome: Outcome) => void; fail: (error: Error) => void }[] = [];
  let complaint = '';
  child.stderr.on('data', (part) => (complaint += String(part)));
  createInterface(child.stdout).on('line', (line) => {
    waiting.shift()?.done(JSON.parse(line) as Outcome);
  });
  let ended: Error | undefined;
  const end = (why: string): void => {
    ended ??= new Error(`${language} ended: ${why} ${complaint}`);
    for (const { fail } of waiting.splice(0)) fail(ended);
  };
  child.on('error', (error) => end(error.message));
  child.on('close', (code) => end(String(code)));
  child.stdin.on('error', (error) => end(error.message));
  return {
    run: (code, result) =>
      new Promise((done, fail) => {
        if (ended) {
          fail(ended);
          return;
        }
        waiting.push({ done, fail });
        child.stdin.write(`${JSON.stringify({ code, result })}\n`);
      }),
    stop: () => void child.kill(),
  };
}
