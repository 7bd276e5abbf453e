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

test('a call keeps its name, its address and its needs, and loses what the server alone reads', () => {
  const bare = bareContract('endpoints.ts', module).replaceAll(/\s+/g, ' ');
  expect(bare).toContain(
    "export const findThings = /*#__PURE__*/ (() => (defineEndpoint({ name: 'findThings', route: 'POST /things/{id}', auth: { anyOf: ['P_VIEW_USER'], resource: { organisation: 'body', in: 'body' } }, })))();",
  );
});

test('a schema of its own stays, and may be left out when nobody uses it', () => {
  expect(bareContract('endpoints.ts', module)).toContain(
    'export const id = /*#__PURE__*/ (() => (z.string().check(z.minLength(1))))();\nexport const limit = 25;',
  );
});
