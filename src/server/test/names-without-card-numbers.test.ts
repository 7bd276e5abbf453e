import { expect, test } from 'vitest';
import { handlers } from '#app/server/handlers.ts';
import { hasCardNumber } from '#shared/card-number.ts';

const canary = 'Kept 9902 0000 0000 0018';

/** Creating and changing what people name, with the fields that hold the name. */
const named = [
  ['createApiKey', 'name'],
  ['changeApiKey', 'name'],
  ['createList', 'name'],
  ['createList', 'description'],
  ['editList', 'name'],
  ['editList', 'description'],
  ['createOrganisation', 'name'],
  ['changeOrganisation', 'name'],
  ['createInstallation', 'name'],
  ['changeInstallation', 'name'],
  ['createCustomField', 'label'],
  ['changeCustomField', 'label'],
  ['createScimToken', 'name'],
  ['createRule', 'name'],
  ['createRule', 'description'],
  ['changeRule', 'name'],
] as const;

/** Whether the body of a call is refused at a field. */
function isRefused(callName: string, field: string, text: string): boolean {
  const body = handlers.find(({ endpoint }) => endpoint.name === callName)?.endpoint.body;
  if (!body) throw new Error(`no call ${callName} with a body`);
  const { error } = body.safeParse({ [field]: text });
  return error?.issues.some(({ path }) => path[0] === field) ?? false;
}

test('the canary is a card number', () => {
  expect(hasCardNumber(canary)).toBe(true);
});

test.each(named)('%s refuses a card number in %s', (callName, field) => {
  expect(isRefused(callName, field, canary)).toBe(true);
  expect(isRefused(callName, field, 'Kept 9902 0000 0000 0019')).toBe(false);
});
