import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { createHook } from '#features/outbound/webhooks/test/webhook-fixtures.ts';
import { actAs } from '#testing/act-as.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { Countinghouse } from '../../../../../clients/node/src/countinghouse.ts';
import { clientLanguages, writeCall } from '../server/page/code-examples.ts';
import { readRecordedExamples } from '../server/page/docs-pages.ts';
import { chapterPaths } from '../server/page/guide.ts';
import { type Interpreter, findMissing, startInterpreter } from './client/interpreter.ts';
import { collectFieldTypes, runExamples } from './run-examples.ts';

const dayMs = 86_400_000;
let app: TestApp;
let env: Record<string, string>;
beforeAll(async () => {
  app = await startApp();
  const server = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
  await createHook(await actAs(app, 'admin@harbour.example'), { events: ['*'] });
  env = {
    GATEWAY: server,
    KEY: 'harbour-api:harbour-api-key-demo',
    INSTALLATION: '5300001',
    COUNTINGHOUSE_URL: server,
    COUNTINGHOUSE_API_ID: 'harbour-api',
    COUNTINGHOUSE_API_SECRET: 'harbour-api-key-demo',
    COUNTINGHOUSE_WEBHOOK_SECRET: 'whsec_b3RoZXI=',
  };
});
afterAll(() => app.stop());

type Language = (typeof clientLanguages)[number];
/** Runs code, with values for its variables, and returns the values of the names that it assigns. */
type Run = (code: string, variables?: Readonly<Record<string, string>>) => Promise<unknown[]>;

/** `payment` in `const payment = await client.…`. */
const assignedNames = (code: string): string[] => [
  ...new Set(
    [...code.matchAll(/^(?:const )?(\$?\w+) = (?:await )?\$?client\b/gm)].map(([, name = '']) => name),
  ),
];

const names = { node: (name: string) => name, php: (name: string) => `$${name}`, python: toSnakeCase };
function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Node runs in this process. */
function runInNode(): Run {
  let client: unknown;
  return async (code, variables = {}) => {
    const text = code.replace(/^import .*\n/m, '');
    const parameters = ['Countinghouse', 'process', ...Object.keys(variables)];
    const given = [Countinghouse, { env }, ...Object.values(variables)];
    if (!/^const client = /m.test(text)) {
      parameters.push('client');
      given.push(client as never);
    }
    const results = [...assignedNames(text), ...(/^const client = /m.test(text) ? ['client'] : [])];
    const source = `export default async (${parameters.join(', ')}) => {\n${text}\nreturn [${results.join(', ')}];\n};`;
    const module = (await import(`data:text/javascript,${encodeURIComponent(source)}`)) as {
      default: (...values: unknown[]) => Promise<unknown[]>;
    };
    const values = await module.default(...given);
    if (results.at(-1) === 'client') client = values.pop();
    return values;
  };
}

function runIn(language: 'php' | 'python', interpreter: Interpreter): Run {
  return async (code, variables = {}) => {
    const lines = Object.entries(variables).map(
      ([name, value]) =>
        `${names[language](name)} = ${JSON.stringify(value)}${language === 'php' ? ';' : ''}\n`,
    );
    await interpreter.run(lines.join(''));
    const outcome = await interpreter.run(code, `[${assignedNames(code).join(', ')}]`);
    if (outcome.error) throw new Error(`${JSON.stringify(outcome.error)} of ${language}:\n${code}`);
    return outcome.value as unknown[];
  };
}

/** The examples of a page in a language, as they are shown. */
async function readPage(path: string, language: Language): Promise<string[]> {
  const { body } = await app.gateway.inject({ method: 'GET', url: path });
  return body
    .split('<div class="tabs"')
    .slice(1)
    .flatMap((group) => {
      const [, code] =
        new RegExp(`data-language="${language}"[^>]*><code>([^]*?)</code>`).exec(
          group.split('</div>')[0] ?? '',
        ) ?? [];
      return code === undefined ? [] : [unescape(code)];
    });
}
const unescape = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');

interface Answer {
  id?: string;
  sessionId?: string;
  transaction?: { transactionId: string; type: string };
  threeDSecure?: object;
  outcome?: { reasonCode: string };
}

/** Runs the examples of the guide like a reader, from the first chapter to the last. */
async function runGuide(language: Language, run: Run): Promise<number> {
  const variables: Record<string, string> = {};
  let cres = '';
  let count = 0;
  for (const path of chapterPaths) {
    for (const shown of await readPage(path, language)) {
      // The functions that verify a webhook are tried in guide.test.ts.
      if (!/\bclient\b/.test(shown)) continue;
      const code = shown.replace('eyJ0…', cres);
      // A statement can need the response of the one before it.
      for (const statement of code.split(/^(?=(?:const )?\$?\w+ = (?:await )?\$?client\b)/m)) {
        for (const value of (await run(statement, variables)) as Answer[]) {
          const challenge = readChallengeId({ ...value.threeDSecure });
          if (challenge !== undefined) {
            const passed = await completeChallenge(app.owner, challenge, 'Test_5132');
            cres = challengeResponse(2, challenge, passed?.outcome ?? 'N').cres ?? '';
            variables['challengedId'] = value.transaction?.transactionId ?? '';
          }
          if (statement.includes('.resume(') || statement.includes('->resume('))
            expect(value.outcome?.reasonCode).toBe('S100');
          if (value.transaction?.type === 'PAYMENT')
            variables['transactionId'] ??= value.transaction.transactionId;
          if (value.sessionId) variables['sessionId'] = value.sessionId;
          if (statement.includes('customers') && value.id) variables['customerId'] = value.id;
          count += 1;
        }
        // No worker moves the clock, and the other languages have real time.
        if (/test_?clock/i.test(statement)) await app.owner`delete from test_clock`;
      }
    }
  }
  return count;
}

describe.each(
  clientLanguages.map((language) => ({
    language,
    missing: language === 'node' ? undefined : findMissing(language),
  })),
)('in $language', ({ language, missing }) => {
  describe.skipIf(missing !== undefined)(`${missing ?? 'with the client'}`, () => {
    testLanguage(language);
  });
});

function testLanguage(language: Language): void {
  let run: Run;
  let interpreter: Interpreter | undefined;
  beforeAll(() => {
    // Another language has made the same payments. Their keys last for a day.
    app.clock.advance(dayMs * 2);
    interpreter = language === 'node' ? undefined : startInterpreter(language, env);
    run = interpreter && language !== 'node' ? runIn(language, interpreter) : runInNode();
  });
  afterAll(() => interpreter?.stop());

  test('the examples of the guide run', { timeout: 60_000 }, async () => {
    expect(await runGuide(language, run)).toBeGreaterThan(15);
  });

  test('the examples of the reference run, with the answers shown', { timeout: 60_000 }, async () => {
    const [setUp = ''] = await readPage('/docs', language).then((all) =>
      all.filter((code) => code.includes('KEY')),
    );
    await run(setUp);
    const recorded = readRecordedExamples();
    const answers = await runExamples(app, async ({ operation, pathValues, query, body }) => {
      const code = writeCall({ operation, path: pathValues, query, ...(body ? { body } : {}) }, language);
      const [value] = await run(code);
      return { status: 200, body: value ?? '' };
    });
    for (const [name, { response }] of Object.entries(answers)) {
      const shown = recorded[name]?.response;
      if (shown !== '') expect(collectFieldTypes(response), name).toEqual(collectFieldTypes(shown));
    }
    const page = await readPage('/docs/reference', language);
    expect(page).toHaveLength(Object.keys(answers).length);
    for (const name of Object.keys(answers)) {
      const { path = {} } = recorded[name] ?? {};
      const { installationId: _installation, ...values } = path as Record<string, string>;
      const start = writeCall({ operation: name, path: Object.values(values), query: {} }, language);
      expect(
        page.filter((code) => code.startsWith(start.replace(/\);?$/, ''))),
        name,
      ).not.toEqual([]);
    }
  });
}

const root = join(import.meta.dirname, '../../../../..');
describe.each((['php', 'python'] as const).map((language) => ({ language, missing: findMissing(language) })))(
  'the README for $language',
  ({ language, missing }) => {
    test.skipIf(missing !== undefined)(`${missing ?? 'has examples that run'}`, async () => {
      app.clock.advance(dayMs * 2);
      const interpreter = startInterpreter(language, env);
      const readme = readFileSync(join(root, 'clients', language, 'README.md'), 'utf8');
      let printed = '';
      for (const [, code = ''] of readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'gm'))) {
        const outcome = await interpreter.run(code);
        expect(outcome.error, code).toBeUndefined();
        printed += outcome.printed;
      }
      const forged = await interpreter.run(
        '',
        language === 'php' ? "receive('{}', [])" : 'receive(b"{}", {})',
      );
      interpreter.stop();
      expect(forged.value).toBe(400);
      const [paid, refunded, declined, once, ...listed] = printed.trim().split('\n');
      expect([paid, refunded, once?.toLowerCase()]).toEqual(['paid S100', 'refunded 2.5', 'once true']);
      expect(declined).toMatch(/^declined 400 \w+ (?:NEVER|FIX|LATER|AUTHENTICATE)$/);
      expect(listed.length).toBeGreaterThan(3);
    });
  },
);
