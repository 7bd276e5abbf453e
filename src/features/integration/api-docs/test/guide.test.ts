import { spawnSync } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  challengeResponse,
  readChallengeId,
  completeChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { chapterFiles, readChapter } from '../server/page/guide.ts';

let app: TestApp;
let server: string;
beforeAll(async () => {
  app = await startApp();
  server = await app.gateway.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => app.stop());

/** The code of a chapter in a language; `name` is the word after it. */
function readExamples(file: string, language: string, name = ''): string[] {
  const fence = new RegExp(`^\`\`\`${language}${name === '' ? '' : ` ${name}`}\\n([\\s\\S]*?)^\`\`\`$`, 'gm');
  return [...readChapter(file).matchAll(fence)].map(([, code = '']) => code);
}

type Values = Record<string, string>;

/** A curl command as a request. Reads the options that the guide uses. */
function readCurl(command: string, values: Values): Request {
  const substituted = command
    .replaceAll('\\\n', ' ')
    .replaceAll(/\$([A-Z]+)/g, (_, name: string) => values[name] ?? `missing-${name}`);
  const args = [...substituted.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, unquoted]) => single ?? double ?? unquoted ?? '',
  );
  const headers = new Headers();
  let url = '';
  let body: string | undefined;
  for (let index = 1; index < args.length; index += 1) {
    const arg = args[index] ?? '';
    if (arg === '-u') headers.set('authorization', `Basic ${btoa(args[(index += 1)] ?? '')}`);
    else if (arg === '-H') {
      const [name = '', ...value] = (args[(index += 1)] ?? '').split(':');
      headers.set(name, value.join(':').trim());
    } else if (arg === '-d') body = args[(index += 1)];
    else if (arg.startsWith('-')) throw new Error(`the guide uses ${arg}`);
    else url = arg;
  }
  return new Request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers,
    ...(body ? { body } : {}),
  });
}

test('the curl examples of every chapter run', async () => {
  const values: Values = {
    GATEWAY: server,
    KEY: 'harbour-api:harbour-api-key-demo',
    INSTALLATION: '5300001',
  };
  let count = 0;
  for (const file of chapterFiles) {
    for (const block of readExamples(file, 'sh')) {
      for (const command of block.split(/^(?=curl )/m).filter((text) => text.startsWith('curl '))) {
        const request = readCurl(command.trim().replace('eyJ0…', values['CRES'] ?? ''), values);
        const response = await fetch(request);
        const body = JSON.parse(await response.text());
        expect([200, 201], `${file}: ${command}\n${JSON.stringify(body)}`).toContain(response.status);
        const challenge = readChallengeId(body.threeDSecure ?? {});
        if (challenge !== undefined) {
          // The card holder enters the password at the issuer's page.
          const passed = await completeChallenge(app.owner, challenge, 'Test_5132');
          values['CRES'] = challengeResponse(2, challenge, passed?.outcome ?? 'N').cres ?? '';
          values['CHALLENGED'] = body.transaction.transactionId;
        }
        if (request.url.includes('/resume')) expect(body.outcome.reasonCode).toBe('S100');
        if (body.transaction?.type === 'PAYMENT') values['TRANSACTION'] ??= body.transaction.transactionId;
        if (body.sessionId) values['SESSION'] = body.sessionId;
        if (request.url.includes('/customers/') && body.id) values['CUSTOMER'] = body.id;
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(15);
});

describe('the verification of a webhook', () => {
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const body = '{"type":"test"}';
  const signBody = (payload = body) => {
    const id = 'evt_1';
    const time = String(Math.floor(Date.now() / 1000));
    const key = Buffer.from(secret.slice(6), 'base64');
    const signature = createHmac('sha256', key).update(`${id}.${time}.${payload}`).digest('base64');
    return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,AAAA v1,${signature}` };
  };
  const old = { ...signBody(), 'webhook-timestamp': '1000000000' };
  const cases = [
    [body, signBody(), true],
    [body, signBody('{"type":"other"}'), false],
    [body, old, false],
    [body, {}, false],
  ] as const;

  test('in Node accepts what we sign, and nothing else', async () => {
    const [code = ''] = readExamples('09-webhooks.md', 'js', 'verify-node');
    const { isGenuine } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
      isGenuine: (text: string, headers: object, key: string) => boolean;
    };
    for (const [text, headers, expected] of cases) expect(isGenuine(text, headers, secret)).toBe(expected);
  });

  const hasPython = spawnSync('python3', ['--version']).status === 0;
  test.runIf(hasPython)('in Python accepts what we sign, and nothing else', () => {
    const [code = ''] = readExamples('09-webhooks.md', 'python', 'verify-python');
    const calls = JSON.stringify(cases.map(([text, headers]) => [text, headers]));
    const script = `${code}\nimport json, sys\nfor body, headers in json.loads(sys.argv[1]):\n    print(is_genuine(body.encode(), headers, sys.argv[2]))\n`;
    const { stdout } = spawnSync('python3', ['-c', script, calls, secret], { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(['True', 'False', 'False', 'False']);
  });

  const hasPhp = spawnSync('php', ['--version']).status === 0;
  test.runIf(hasPhp)('in PHP accepts what we sign, and nothing else', () => {
    const [code = ''] = readExamples('09-webhooks.md', 'php', 'verify-php');
    const calls = JSON.stringify(cases.map(([text, headers]) => [text, headers]));
    const script = `${code}\nforeach (json_decode($argv[1], true) as [$body, $headers]) {\n    echo var_export(is_genuine($body, $headers, $argv[2]), true), PHP_EOL;\n}\n`;
    const { stdout } = spawnSync('php', ['-r', script, '--', calls, secret], { encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(['true', 'false', 'false', 'false']);
  });
});

test('every example in JSON is JSON', () => {
  const all = chapterFiles.flatMap((file) => readExamples(file, 'json'));
  expect(all.length).toBeGreaterThan(2);
  for (const text of all) expect(() => JSON.parse(text), text).not.toThrow();
});

test('every link leads to a page, and every code to its entry', async () => {
  const pages = new Map<string, string>();
  const load = async (path: string): Promise<string> => {
    const page = pages.get(path) ?? (await app.gateway.inject({ method: 'GET', url: path })).body;
    pages.set(path, page);
    return page;
  };
  const start = await load('/docs');
  const paths = new Set([...start.matchAll(/href="(\/docs[^"#]*)"/g)].map(([, path = '']) => path));
  expect(paths.size).toBeGreaterThan(17);
  for (const path of paths) {
    const page = await load(path);
    if (!page.includes('<main')) continue;
    for (const [, target = '', id = ''] of page.matchAll(/href="(\/docs[^"#]*)(?:#([^"]+))?"/g)) {
      const targetPage = await load(target);
      expect(targetPage.length, `${path} → ${target}`).toBeGreaterThan(100);
      if (id !== '') expect(targetPage, `${path} → ${target}#${id}`).toContain(`id="${id}"`);
    }
  }
});

test('codes that the guide names have an entry', async () => {
  const named = chapterFiles.flatMap((file) => readChapter(file).match(/\b[VACDTUXLES]\d{3}\b/g) ?? []);
  const { body } = await app.gateway.inject({ method: 'GET', url: '/docs/errors' });
  expect(named.filter((code) => !body.includes(`id="${code}"`))).toEqual([]);
});

test('the search finds calls, codes and chapters', async () => {
  const entries = (await app.gateway.inject({ method: 'GET', url: '/docs/search.json' })).json() as {
    title: string;
    href: string;
    text: string;
  }[];
  const hrefs = entries.map(({ href }) => href);
  expect(hrefs).toEqual(
    expect.arrayContaining([
      '/docs/errors#V402',
      '/docs/reference#refundTransaction',
      '/docs/reference#onPaymentSucceeded',
      '/docs/webhooks',
    ]),
  );
});

test('an unchanged page is not sent again', async () => {
  const first = await app.gateway.inject({ method: 'GET', url: '/docs/errors' });
  const headers = { 'if-none-match': String(first.headers.etag) };
  const second = await app.gateway.inject({ method: 'GET', url: '/docs/errors', headers });
  expect([second.statusCode, second.body]).toEqual([304, '']);
});
