import * as z from 'zod/mini';
import { hasCase } from '#features/payments/custom-fields/custom-field.ts';
import { createCustomField as fieldCall } from '#features/payments/custom-fields/schemas.ts';
import { lockField } from '#features/payments/custom-fields/server/custom-field-table.ts';
import {
  changeCustomField,
  createCustomField,
  hideCustomField,
} from '#features/payments/custom-fields/server/manage-custom-field.ts';
import { ApplyError, atPointer } from '../apply-error.ts';
import type { ApplyRun } from '../apply-run.ts';
import { describeChange, merge } from '../plan.ts';
import { defineSection, collectNames } from '../section.ts';

const { name, type, label, ...options } = fieldCall.body.shape;
const kind = 'customField';
const title = 'custom field';

const schema = z
  .array(z.strictObject({ name, type, label, ...z.partial(z.object(options)).shape }))
  .check(z.maxLength(100));
type Given = z.output<typeof schema>[number];

const defaults = { caseSensitive: false, inReporting: true, inRules: true };

/** Custom fields by name. The type of an existing field is fixed. */
export const customFields = defineSection({
  name: 'customFields',
  schema,
  async apply(run, input) {
    const named = collectNames(
      'customFields',
      input.map((field) => field.name),
      'name',
    );
    for (const [index, entry] of input.entries()) {
      const pointer = `/customFields/${index}`;
      await atPointer(pointer, () => applyOne(run, entry, pointer));
    }
    await run.prune(kind, { label: title, keys: named }, async ({ key }) => {
      await hideCustomField(run.sql, run.by, run.companyId, key);
      return 'hidden';
    });
  },
});

async function applyOne(run: ApplyRun, input: Given, pointer: string): Promise<void> {
  const { sql, by, plan, companyId } = run;
  const key = input.name;
  const applied = (await run.loadApplied(kind)).get(key);
  const stored = await lockField(sql, companyId, key);
  plan.read(kind, key, stored);
  if (!stored) {
    await createCustomField(sql, by, companyId, merge({ ...defaults, ...input }, input));
    await run.save(kind, { key, objectId: key, isCreated: true });
    plan.add(title, key, `${input.label}, ${input.type}`);
    return;
  }
  if (stored.type !== input.type)
    throw new ApplyError(`${pointer}/type`, `the type is ${stored.type} and stays`);
  const { type: _type, version, ...before } = stored;
  const { type: _same, ...content } = input;
  const after = merge<typeof before>(before, content);
  after.caseSensitive &&= hasCase(stored.type);
  if (applied?.isPruned) after.hidden = false;
  const text = describeChange(before, after);
  if (text !== '') {
    await changeCustomField(sql, by, companyId, { ...after, version });
    plan.change(title, key, text);
  }
  if (!applied || applied.isPruned)
    await run.save(kind, { key, objectId: key, isCreated: applied?.isCreated ?? false });
}
