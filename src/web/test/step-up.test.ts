import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiKey } from '#features/access/api-keys/endpoints.ts';
import { call } from '../call/call.ts';
import { onStepUp, openStepUp } from '../call/step-up.ts';

const fetch = vi.fn<typeof globalThis.fetch>();
let stopListening: () => void;

beforeEach(() => {
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' });
  stopListening = onStepUp(() => {});
});
afterEach(() => {
  stopListening();
  fetch.mockReset();
  vi.unstubAllGlobals();
});

const reply = (status: number, body: object) => new Response(JSON.stringify(body), { status });
const refusal = () =>
  reply(403, { code: 'STEP_UP_REQUIRED', message: 'step_up_required', methods: ['totp'] });
const key = { name: 'Shop', installationIds: [1], permissions: [], ipRanges: [], expiresAt: null };
const create = () => call(createApiKey, { path: { orgId: 1100 }, body: key });
const waitForDialog = () => vi.waitFor(() => openStepUp() ?? expect.unreachable());

test('repeats the same request after a confirmation', async () => {
  fetch.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(reply(201, { apiId: 'k_1' }));
  const created = create();
  const dialog = await waitForDialog();
  expect(dialog.methods).toEqual(['totp']);
  dialog.close(true);
  await expect(created).resolves.toEqual({ apiId: 'k_1' });
  const bodies = fetch.mock.calls.map(([, init]) => init?.body);
  expect(bodies).toEqual([JSON.stringify(key), JSON.stringify(key)]);
});

test('fails without a second request when the user cancels', async () => {
  fetch.mockResolvedValueOnce(refusal());
  const created = create();
  (await waitForDialog()).close(false);
  await expect(created).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED', message: 'step_up_required' });
  expect(fetch).toHaveBeenCalledTimes(1);
  expect(openStepUp()).toBeUndefined();
});

test('requests one confirmation for concurrent requests', async () => {
  fetch.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(refusal());
  fetch.mockImplementation(() => Promise.resolve(reply(201, {})));
  const calls = Promise.all([create(), create()]);
  const dialog = await waitForDialog();
  await vi.waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
  dialog.close(true);
  await calls;
  expect(fetch).toHaveBeenCalledTimes(4);
});

test('fails at once where no shell can show the dialog', async () => {
  stopListening();
  fetch.mockResolvedValueOnce(refusal());
  await expect(create()).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
});

test('fails when the confirmation was not enough', async () => {
  fetch.mockResolvedValueOnce(refusal()).mockResolvedValueOnce(refusal());
  const created = create();
  (await waitForDialog()).close(true);
  await expect(created).rejects.toMatchObject({ code: 'STEP_UP_REQUIRED' });
});
