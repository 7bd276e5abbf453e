import { afterEach, expect, test, vi } from 'vitest';
import { getMe } from '#features/session/endpoints.ts';
import { call, setCallSettings } from '../call/call.ts';

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
