import { expect, test } from 'vitest';
import { AuditRateLimiter, eventsPerWindow } from '../audit/audit-rate-limiter.ts';

const start = new Date('2026-11-20T10:00:00Z');
const addSeconds = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const anonymousActor = (ip: string) => ({ actorKind: 'anonymous', actor: 'unknown', ip }) as const;
const ada = { actorKind: 'user', actor: 'ada', ip: '192.0.2.1', organisationId: 1100 } as const;
const admitted = (
  limiter: AuditRateLimiter,
  actor: Parameters<AuditRateLimiter['admit']>[0],
  times: number,
  at = start,
) => Array.from({ length: times }, () => limiter.admit(actor, 'login', at)).filter(Boolean).length;

test('allows a few lines a minute per address and summarises the rest', () => {
  const limiter = new AuditRateLimiter();
  expect(admitted(limiter, anonymousActor('192.0.2.1'), 500)).toBe(eventsPerWindow.anonymous);
  expect(limiter.admit(anonymousActor('192.0.2.1'), 'logout', start)).toBe(false);
  expect(limiter.takeEnded(addSeconds(59))).toEqual([]);
  expect(limiter.takeEnded(addSeconds(60))).toEqual([
    {
      ...anonymousActor('192.0.2.1'),
      from: start,
      more: 501 - eventsPerWindow.anonymous,
      acts: { login: 500 - eventsPerWindow.anonymous, logout: 1 },
    },
  ]);
  expect(limiter.takeEnded(addSeconds(120))).toEqual([]);
  expect(admitted(limiter, anonymousActor('192.0.2.1'), 3, addSeconds(60))).toBe(3);
});

test('gives a known caller their own limit, whatever the address', () => {
  const limiter = new AuditRateLimiter();
  expect(admitted(limiter, ada, 100)).toBe(eventsPerWindow.known);
  expect(admitted(limiter, { ...ada, actor: 'bob' }, 100)).toBe(eventsPerWindow.known);
  expect(limiter.takeAll().map(({ actor, more }) => [actor, more])).toEqual([
    ['ada', 40],
    ['bob', 40],
  ]);
});

test('counts an IPv6 /64 network as one address', () => {
  const limiter = new AuditRateLimiter();
  const written = ['2001:db8:1:2::1', '2001:db8:1:2:3::9', '2001:db8:1:2:ffff:ffff:ffff:ffff'].map((ip) =>
    admitted(limiter, anonymousActor(ip), 10),
  );
  expect(written).toEqual([10, 0, 0]);
  expect(admitted(limiter, anonymousActor('2001:db8:1:3::1'), 10)).toBe(10);
});

test('bounds lines and memory for anonymous callers together', () => {
  const limiter = new AuditRateLimiter();
  let admitted = 0;
  for (let n = 0; n < 20_000; n += 1) {
    if (limiter.admit(anonymousActor(`10.${n % 200}.${Math.floor(n / 200)}.1`), 'login', start))
      admitted += 1;
  }
  expect(admitted).toBe(eventsPerWindow.allAnonymous);
  const summary = limiter.takeAll();
  expect(summary.length).toBeLessThanOrEqual(5001);
  expect(summary.reduce((sum, { more }) => sum + more, admitted)).toBe(20_000);
});

test('keeps its counts when the clock jumps back', () => {
  const limiter = new AuditRateLimiter();
  admitted(limiter, ada, 70);
  expect(limiter.takeEnded(addSeconds(-3600))).toMatchObject([{ more: 10 }]);
});
