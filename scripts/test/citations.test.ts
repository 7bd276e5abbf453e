import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readAnchors, citationComplaints } from '../citations.ts';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'citations-'));
  write('docs/domain.md', '# Rules\n\n## Refunds\n\n### 3-D Secure\n');
  write('docs/decisions/0002-tenants.md', '# 0002 Tenants\n');
  write('src/pay/refund.ts', '');
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('citations', () => {
  test.each([
    ['src/refund.ts', '/** Pooled at the root (docs/domain.md#refunds). */'],
    ['e2e/refund.test.ts', '// docs/domain.md#3-d-secure, step by step'],
    ['src/tenant.ts', '// docs/decisions/0002; docs/decisions/0002-tenants.md.'],
    ['README.md', 'See [refunds](docs/domain.md#refunds) and `docs/domain.md`.'],
    ['docs/other.md', 'See [refunds](domain.md#refunds).'],
    ['docs/decisions/0003-names.md', '`refund.ts`, `pay/refund.ts`'],
  ])('accepts existing targets in %s', (path, text) => {
    write(path, text);
    expect(citationComplaints(root)).toEqual([]);
  });

  test.each([
    [
      'src/refund.ts',
      '/** (docs/domain.md#refund) */',
      'cites docs/domain.md#refund, a heading that does not exist',
    ],
    ['scripts/x.ts', '// docs/domains.md', 'cites docs/domains.md, which does not exist'],
    ['src/x.sql', '-- docs/decisions/0003', 'cites decision 0003, which does not exist'],
    ['src/README.md', 'Decision 0004.', 'cites decision 0004, which does not exist'],
    ['ARCHITECTURE.md', '`src/gone/`', 'cites src/gone/, which does not exist'],
    ['SECURITY.md', '`src/gone.ts`, `src/gone.ts`', 'cites src/gone.ts, which does not exist'],
    [
      'docs/other.md',
      '[refunds](domain.md#refund)',
      'cites docs/domain.md#refund, a heading that does not exist',
    ],
    ['docs/decisions/0004-x.md', '`gone.ts`', 'cites gone.ts, which does not exist'],
    ['e2e/x.test.ts', '// domain \u00a72.2', 'cites a paragraph; cite a heading of docs/domain.md'],
  ])('rejects missing targets in %s', (path, text, complaint) => {
    write(path, text);
    expect(citationComplaints(root)).toEqual([`${path}: ${complaint}`]);
  });
});

describe('anchors', () => {
  test('follow the rules of GitHub', () => {
    const text =
      '# Dates and time zones\n## `txn_type`, in reports\n## Twice\n## Twice\n```\n# no heading\n```\n';
    expect([...readAnchors(text)]).toEqual([
      'dates-and-time-zones',
      'txn_type-in-reports',
      'twice',
      'twice-1',
    ]);
  });
});
