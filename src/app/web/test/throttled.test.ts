import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttled } from '../shell/shell.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('sends a keep-alive at once, then once a minute, the last one included', () => {
  const sentTimes: number[] = [];
  const startedAt = Date.now();
  const touch = throttled(() => sentTimes.push((Date.now() - startedAt) / 1000), 60_000);
  for (const second of [0, 1, 59, 130, 131]) {
    vi.advanceTimersByTime(startedAt + second * 1000 - Date.now());
    touch.call();
  }
  vi.advanceTimersByTime(3_600_000);
  expect(sentTimes).toEqual([0, 60, 130, 190]);
  touch.call();
  touch.call();
  touch.stop();
  vi.advanceTimersByTime(3_600_000);
  expect(sentTimes).toHaveLength(5);
});
