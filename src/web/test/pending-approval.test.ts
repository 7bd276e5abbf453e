import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApiKey } from '#features/access/api-keys/endpoints.ts';
import { refundTransaction } from '#features/payments/payments/endpoints.ts';
import { isPendingApproval, onApproval, openApproval } from '../call/approval.ts';
import { call } from '../call/call.ts';

const fetch = vi.fn<typeof globalThis.fetch>();
let stopListening: () => void;

beforeEach(() => {
  vi.stubGlobal('fetch', fetch);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' });
  stopListening = onApproval(() => {});
});
afterEach(() => {
  stopListening();
  fetch.mockReset();
  vi.unstubAllGlobals();
});

const heldApproval = () =>
  new Response(JSON.stringify({ status: 'PENDING_APPROVAL', approvalId: 'a-1' }), { status: 202 });
const refund = () => call(refundTransaction, { path: { installationId: 1, transactionId: 2 } });

test('is neither done nor failed until the user closes the dialog', async () => {
  fetch.mockResolvedValueOnce(heldApproval());
  const settled = vi.fn<() => void>();
  const failure = refund().catch((error: unknown) => {
    settled();
    return error;
  });
  const pending = await vi.waitFor(() => openApproval() ?? expect.unreachable());
  expect([pending.approvalId, settled.mock.calls.length]).toEqual(['a-1', 0]);
  pending.close();
  expect(isPendingApproval(await failure)).toBe(true);
  expect(openApproval()).toBeUndefined();
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('ends at once where no shell shows the dialog', async () => {
  stopListening();
  fetch.mockResolvedValueOnce(heldApproval());
  await expect(refund()).rejects.toMatchObject({ status: 202, code: 'PENDING_APPROVAL' });
});

test('leaves the 202 of other calls alone', async () => {
  fetch.mockResolvedValueOnce(new Response(JSON.stringify({ apiId: 'k_1' }), { status: 202 }));
  const key = { name: 'Shop', installationIds: [1], permissions: [], ipRanges: [], expiresAt: null };
  await expect(call(createApiKey, { path: { orgId: 1 }, body: key })).resolves.toEqual({ apiId: 'k_1' });
});
