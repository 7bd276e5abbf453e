import { describe, expect, test } from 'vitest';
import { isPersonName, isEmailLike, isIpAddress, isLastFour, isTransactionId } from '../patterns.ts';

describe('shared validators', () => {
  test.each([
    [
      isEmailLike,
      ['a@b', 'ada.l@example.org', '@@x'],
      ['@b', 'a@', 'ab', '', 'a\n@b', 'x'.repeat(400) + '@b'],
    ],
    [
      isTransactionId,
      ['1', '10044236139', '9'.repeat(32)],
      ['0', '01', '-1', '1.0', '1e9', '', '1'.repeat(321)],
    ],
    [isLastFour, ['0018'], ['18', '00180', 'abcd']],
    [
      isIpAddress,
      ['192.0.2.1', '::', '::1', '2001:db8::8a2e:370:7334', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8'],
      ['256.0.0.1', '1.2.3', '01.2.3.4', ':::', '1::2::3', '1:2:3:4:5:6:7', '1:2:3:4:5:6:7:8:9', 'g::1', ''],
    ],
    [
      isPersonName,
      [
        "O'Brien",
        'D’Arcy',
        'Anne-Marie',
        'Żółć',
        'हिन्दी',
        'सिंह',
        'محمد',
        'J. R. Smith',
        'St. John',
        'Gal·la',
        'Anne‑Marie',
        'Reis, PhD',
        'de la Cruz (IT)',
        "'t Hooft",
        'a b_c',
        '-',
      ],
      ['', ' a', 'a!b', '--', '.', "'", 'a\u200bb', 'a\nb', '=1+1', '4111 1111 1111 1111', 'a<b', '\u0301a'],
    ],
  ])('%o', (check, good, bad) => {
    for (const text of good) expect(check(text), text).toBe(true);
    for (const text of bad) expect(check(text), text).toBe(false);
  });

  test('rejects hostile input at once', () => {
    const started = process.cpuUsage();
    for (const check of [isEmailLike, isPersonName, isIpAddress]) {
      check(`${'@'.repeat(50_000)}\n`);
      check(`${'a-'.repeat(150)}!`);
    }
    expect(process.cpuUsage(started).user).toBeLessThan(1_000_000);
  });
});
