import { expect, test } from 'vitest';
import { bareContract } from '../bare-contracts.ts';

const module = `import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';

export const id = z.string().check(z.minLength(1));
export const limit = 25;
export const findThings = defineEndpoint({
  name: 'findThings',
  route: 'POST /things/{id}',
  path: z.object({ id }),
  body: z.strictObject({ limit: z.int() }),
  ...shared,
  auth: { anyOf: ['P_VIEW_USER'], resource: { organisation: 'body', in: 'body' } },
  answer: z.array(z.object({ path: z.string() })) });
`;

test('keeps name, route and auth of an endpoint', () => {
  const bare = bareContract('endpoints.ts', module).replaceAll(/\s+/g, ' ');
  expect(bare).toContain(
    "export const findThings = /*#__PURE__*/ (() => (defineEndpoint({ name: 'findThings', route: 'POST /things/{id}', auth: { anyOf: ['P_VIEW_USER'], resource: { organisation: 'body', in: 'body' } }, })))();",
  );
});

test('keeps a separate schema, droppable when unused', () => {
  expect(bareContract('endpoints.ts', module)).toContain(
    'export const id = /*#__PURE__*/ (() => (z.string().check(z.minLength(1))))();\nexport const limit = 25;',
  );
});
