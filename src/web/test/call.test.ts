import { afterEach, describe, expect, test, vi } from 'vitest';
import { getMe } from '#features/access/session/endpoints.ts';
import { buildUrl, call, setCallSettings } from '../call/call.ts';

describe('buildUrl', () => {
  test('puts values into the path as one part each', () => {
    expect(buildUrl('/users/{id}/x', { id: 'a/../b?c' }, {})).toBe('/users/a%2F..%2Fb%3Fc/x');
  });

  test('leaves missing query values out and repeats lists', () => {
    expect(buildUrl('/a', {}, { one: 1, none: undefined, two: ['x', 'y z'] })).toBe('/a?one=1&two=x&two=y+z');
  });
});

describe('a session of another user', () => {
  afterEach(() => {
    setCallSettings({ isOfAnotherUser: () => false });
    vi.unstubAllGlobals();
  });

  test('a page whose session has become another person’s makes no call and reloads', async () => {
    const fetch = vi.fn<typeof globalThis.fetch>();
    const reload = vi.fn<() => void>();
    vi.stubGlobal('fetch', fetch);
    vi.stubGlobal('location', { reload });
    setCallSettings({ isOfAnotherUser: () => true });
    await expect(call(getMe)).rejects.toMatchObject({ status: 0 });
    expect(fetch).not.toHaveBeenCalled();
    expect(reload).toHaveBeenCalledTimes(1);
  });
});
