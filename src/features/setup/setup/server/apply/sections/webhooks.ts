import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { createWebhook as webhookCall, type WebhookContent } from '#features/outbound/webhooks/schemas.ts';
import {
  changeWebhookBy,
  createWebhookBy,
  deleteWebhookBy,
  findWebhookOfCompany,
  normaliseWebhook,
} from '#features/outbound/webhooks/server/manage-webhook.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection, keySchema, collectNames, readSecret, secretSource } from '../section.ts';
import { countInstallations, resolveInstallations, installationKeys } from './installation-keys.ts';

const { url, events, format } = webhookCall.body.shape;
const kind = 'webhook';

const schema = z
  .array(
    z.strictObject({
      key: keySchema,
      /** One with a secret in its query can come from elsewhere. */
      url: z.union([url, secretSource]),
      events: z.optional(events),
      /** Keys of installations. */
      installations: z.optional(installationKeys),
      format: z.optional(format),
    }),
  )
  .check(z.maxLength(50));
type Given = z.output<typeof schema>[number];

/** Webhooks. A new one has a signing secret, which the run returns once. */
export const webhooks = defineSection({
  name: 'webhooks',
  schema,
  async apply(run, input) {
    const keys = input.map(({ key }) => key);
    const named = collectNames('webhooks', keys, 'key');
    for (const [index, entry] of input.entries()) {
      const pointer = `/webhooks/${index}`;
      await atPointer(pointer, () => applyOne(run, entry, pointer));
    }
    await run.prune(kind, { label: kind, keys: named }, async ({ objectId }) => {
      const stored = await findWebhookOfCompany(run.sql, run.companyId, objectId);
      if (stored) await deleteWebhookBy(run.sql, run.by, stored);
      return 'deleted';
    });
  },
});

async function applyOne(run: ApplyRun, input: Given, pointer: string): Promise<void> {
  const { sql, by, plan, companyId } = run;
  const { key, installations, ...typed } = input;
  const content = {
    ...typed,
    url: typeof input.url === 'string' ? input.url : await readSecret(run, input.url, `${pointer}/url`),
    installationIds: installations && (await resolveInstallations(run, installations, pointer)),
  };
  const applied = (await run.loadApplied(kind)).get(key);
  if (!applied || applied.isPruned) return create(run, key, content, pointer);
  const stored = await findWebhookOfCompany(sql, companyId, applied.objectId);
  if (!stored)
    throw new ApplyError(pointer, 'the webhook was deleted in the portal: use another key for a new one');
  plan.read(kind, key, stored.webhook.version);
  const merged = merge<WebhookContent>(stored.content, content);
  const after = normaliseWebhook(merged, run.environment.insecureCallbacks);
  const changes = describeChange(readable(stored.content), readable(after));
  if (changes === '') return;
  await changeWebhookBy(sql, by, stored, after);
  plan.change(kind, key, changes);
}

type Content = Partial<WebhookContent> & Pick<WebhookContent, 'url'>;

async function create(run: ApplyRun, key: string, input: Content, pointer: string): Promise<void> {
  const { sql, by, environment, plan, companyId } = run;
  const { installationIds: ids } = input;
  if (!ids) throw new ApplyError(`${pointer}/installations`, 'a new webhook needs installations');
  const base = { url: input.url, events: ['*' as const], installationIds: ids, format: 'REST_JSON' as const };
  const all = merge<WebhookContent>(base, input);
  const content = normaliseWebhook(all, environment.insecureCallbacks);
  const createdWebhook = await createWebhookBy(sql, by, environment.keys, { companyId, content });
  await run.save(kind, { key, objectId: createdWebhook.endpointId, isCreated: true });
  run.secrets.push({ kind, key, id: createdWebhook.endpointId, secret: createdWebhook.secret });
  plan.read(kind, key, null);
  const installationText = countInstallations(content.installationIds);
  plan.add(kind, key, `${content.events.join(', ')}, ${installationText}, secret shown once`);
}

/** Sorted. A plan shows the address without its query, which may contain a secret. */
const readable = (content: WebhookContent) => ({
  address: content.url.split('?', 1)[0],
  query: content.url.includes('?')
    ? createHash('sha256').update(content.url).digest('hex').slice(0, 8)
    : null,
  events: content.events.toSorted(),
  installations: content.installationIds.toSorted((a, b) => a - b),
  format: content.format,
});
