import * as z from 'zod/mini';
import { databaseId as orgId } from '#shared/whole-number.ts';

/** In the order in which they become possible (docs/domain.md#first-run-checklist). */
export const setupSteps = ['company', 'merchant', 'installation', 'colleague', 'apiKey', 'payment'] as const;

const step = z.object({
  id: z.enum(setupSteps),
  done: z.boolean(),
  /** The name of what exists, for steps that have one. */
  name: z.nullable(z.string()),
  mayDo: z.boolean(),
  /** A colleague who may do the step, for a caller who may not. */
  askName: z.nullable(z.string()),
});
export type SetupStep = z.output<typeof step>;

export const getSetup = {
  path: z.object({ orgId }),
  response: z.object({
    /** The organisation whose steps these are: the company, or the provider above companies. */
    organisationId: z.number(),
    /** The company, where merchants are added. */
    companyId: z.nullable(z.number()),
    steps: z.array(step),
  }),
};
