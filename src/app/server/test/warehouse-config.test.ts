import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';

describe('where reports are answered', () => {
  test('nowhere else, unless somebody says so', () => {
    expect(readConfig([], {}).warehouse).toBe('none');
    expect(readConfig([], { COUNTINGHOUSE_WAREHOUSE: 'embedded' }).warehouse).toBe('embedded');
  });

  test('by the ClickHouse at a URL', () => {
    const { warehouse } = readConfig(['--warehouse', 'https://me:secret@reports.example:8443/payments'], {});
    expect(String(warehouse)).toBe('https://me:secret@reports.example:8443/payments');
  });

  test.each(['yes', 'ftp://reports.example', 'http://'])('%s is refused in one sentence', (value) => {
    expect(() => readConfig(['--warehouse', value], {})).toThrow(ConfigError);
    expect(() => readConfig(['--warehouse', value], {})).toThrow('--warehouse: none, embedded, or http://');
  });

  test('pages ask for reports unless the operator turns them off', () => {
    expect(readConfig([], {}).reports).toBe(true);
    expect(readConfig(['--reports', 'false'], {}).reports).toBe(false);
  });
});
