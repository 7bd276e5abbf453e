import * as z from 'zod/mini';
import { handlers } from '#app/server/handlers.ts';
import { parseRoute } from '#shared/define-endpoint.ts';

/** Every route of every endpoint, the merchant API's second ones too. A call added tomorrow is among them. */
export const everyEndpoint = handlers.flatMap(({ endpoint: call }) =>
  [call.route, ...(call.merchantRoute ? [call.merchantRoute] : [])].map((route) => ({
    call,
    ...parseRoute(route),
  })),
);

export type Json = Record<string, unknown>;

/** The JSON schema of a part of a request; an object for a part without rules. */
export const toJsonSchema = (schema: z.ZodMiniType | undefined): Json =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Json) : { type: 'object' };
