import { expect, test } from 'vitest';
import { bareContract } from '../bare-contracts.ts';

const module = `import * as z from 'zod/mini';
import { defineCall } from '#contract/define-call.ts';

export const id = z.string().check(z.minLength(1));
export const limit = 25;
export const findThings = defineCall({
  name: 'findThings',
  at: 'POST /things/{id}',
  path: z.object({ id }),
  body: z.strictObject({ limit: z.int() }),
  ...shared,
  needs: { anyOf: ['P_VIEW_USER'], of: { organisation: 'body', in: 'body' } },
  answer: z.array(z.object({ path: z.string() })) });
`;

test('a call keeps its name, its address and its needs, and loses what the server alone reads', () => {
  const bare = bareContract('calls.ts', module).replaceAll(/\s+/g, ' ');
  expect(bare).toContain(
    "export const findThings = /*#__PURE__*/ (() => (defineCall({ name: 'findThings', at: 'POST /things/{id}', needs: { anyOf: ['P_VIEW_USER'], of: { organisation: 'body', in: 'body' } }, })))();",
  );
});

test('a schema of its own stays, and may be left out when nobody uses it', () => {
  expect(bareContract('calls.ts', module)).toContain(
    'export const id = /*#__PURE__*/ (() => (z.string().check(z.minLength(1))))();\nexport const limit = 25;',
  );
});
