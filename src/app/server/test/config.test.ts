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

test('counts a start without a demo as production', () => {
  expect(readConfig(['--demo', 'none', '--sandbox', 'true'], {}).production).toBe(true);
  expect(readConfig([], {}).production).toBe(false);
});
