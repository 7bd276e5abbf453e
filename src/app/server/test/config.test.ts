import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

describe('the store of reports', () => {
  test('is PostgreSQL by default', () => {
    expect(readConfig([], {}).warehouse).toBe('none');
  });

  test('is ClickHouse at a URL', () => {
    const { warehouse } = readConfig(['--warehouse', 'https://me:secret@reports.example:8443/payments'], {});
    expect(String(warehouse)).toBe('https://me:secret@reports.example:8443/payments');
  });

  test.each(['embedded', 'yes', 'ftp://reports.example', 'http://'])(
    '%s is rejected with one sentence',
    (value) => {
      expect(() => readConfig(['--warehouse', value], {})).toThrow(ConfigError);
      expect(() => readConfig(['--warehouse', value], {})).toThrow(
        '--warehouse: none, or the address of a ClickHouse server: http://',
      );
    },
  );

  test('uses reports in pages unless the operator turns them off', () => {
    expect(readConfig([], {}).reports).toBe(true);
    expect(readConfig(['--reports', 'false'], {}).reports).toBe(false);
  });
});

test.each([
  [['--port', '9000', '--checkout-port', '9000']],
  [['--port', '9000', '--operator-port', '9001']],
  [['--operator-port', '8080']],
])('rejects one port for two servers: %j', (args) => {
  expect(() => readConfig(args, {})).toThrow('three different ports');
});

describe('trusted proxies', () => {
  test.each([
    ['false', false],
    ['true', 1],
    ['2', 2],
    ['10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
  ])('reads %s', (value, expected) => {
    expect(readConfig(['--trust-proxy', value], {}).trustProxy).toEqual(expected);
  });

  test.each(['all', '0', '10', '10.0.0.0/33', '10.0.0.1/8/8', 'proxy.example'])('rejects %s', (value) => {
    expect(() => readConfig(['--trust-proxy', value], {})).toThrow(ConfigError);
  });
});

describe('the sandbox processor', () => {
  test('runs in a demo', () => {
    expect(readConfig([], {}).sandbox).toBe(true);
  });

  test.each([
    [['--demo', 'none'], {}],
    [[], { NODE_ENV: 'production' }],
    [['--sandbox', 'false'], {}],
  ])('runs only with permission otherwise: %j %j', (args, env) => {
    expect(readConfig(args, env).sandbox).toBe(false);
    expect(readConfig([...args, '--sandbox=true'], env).sandbox).toBe(true);
  });
});

describe('the hosts of adapters', () => {
  test.each([
    ['', []],
    ['10.0.0.7:8090', ['10.0.0.7:8090']],
    ['Adapter.Internal.', ['adapter.internal:80', 'adapter.internal:443']],
    ['adapter.internal:80', ['adapter.internal:80']],
    ['0x7f.1:90, [::1]:91', ['127.0.0.1:90', '[::1]:91']],
  ])('%j are %j', (value, hosts) => {
    expect(readConfig(['--processor-hosts', value], {}).processorHosts).toEqual(hosts);
  });

  test.each([
    'http://adapter',
    'adapter/path',
    'me@adapter',
    'a,,b',
    '10.0.0.0/8',
    'adapter:99999',
    '1.2.3.4.5',
  ])('%s is rejected', (value) => {
    expect(() => readConfig(['--processor-hosts', value], {})).toThrow(
      '--processor-hosts: hosts of adapters',
    );
  });
});

describe('the adapters', () => {
  test('are http, and the sandbox where it runs', () => {
    expect(readConfig([], {}).adapters).toEqual(['sandbox', 'http', 'adyen', 'stripe', 'hyperswitch']);
    expect(readConfig(['--sandbox', 'false'], {}).adapters).toEqual([
      'http',
      'adyen',
      'stripe',
      'hyperswitch',
    ]);
    expect(readConfig(['--adapters', 'http, ./own.mjs'], {}).adapters).toEqual(['http', './own.mjs']);
  });

  test.each(['own.mjs', 'Http', 'http,,sandbox', 'https://evil.example/a.mjs'])('%s is rejected', (value) => {
    expect(() => readConfig(['--adapters', value], {})).toThrow('--adapters: names of adapters');
  });

  test('include no sandbox that does not run', () => {
    expect(() => readConfig(['--adapters', 'sandbox', '--sandbox', 'false'], {})).toThrow(ConfigError);
  });
});

test('counts a start without a demo as production', () => {
  expect(readConfig(['--demo', 'none', '--sandbox', 'true'], {}).production).toBe(true);
  expect(readConfig([], {}).production).toBe(false);
});

describe('text messages', () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`;
  const read = (...flags: string[]) => readConfig(flags, {});

  test('are off without an address', () => {
    expect(read().smsUrl).toBeUndefined();
  });

  test('go to an address with a secret', () => {
    const { smsUrl, smsSecret } = read('--sms-url', 'https://sms.example/send', '--sms-secret', secret);
    expect([smsUrl, smsSecret]).toEqual(['https://sms.example/send', secret]);
  });

  test.each([
    [['--sms-url', 'https://sms.example'], '--sms-secret: needed with --sms-url.'],
    [['--sms-url', 'http://sms.example', '--sms-secret', secret], '--sms-url: an address that begins with'],
    [['--sms-url', 'https://me@sms.example', '--sms-secret', secret], '--sms-url: sandbox, or an address'],
    [['--sms-url', 'https://sms.example', '--sms-secret', 'whsec_c2hvcnQ='], '--sms-secret: whsec_ and'],
    [['--sms-url', 'sandbox', '--demo', 'none'], '--sms-url: sandbox only where the sandbox runs'],
  ])('%j is rejected', (flags, message) => {
    expect(() => read(...flags)).toThrow(message);
  });
});
