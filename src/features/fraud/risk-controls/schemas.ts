import * as z from 'zod/mini';
import { databaseId as id } from '#shared/whole-number.ts';
import {
  liabilityShifts,
  matchRequirements,
  timePeriods,
  velocityLimit,
  velocityTypes,
} from './risk-controls.ts';

const match = z.enum(matchRequirements);

const controlsShape = {
  threeDSecure: z.boolean(),
  /** Null while 3-D Secure is off. */
  liabilityShift: z.nullable(z.enum(liabilityShifts)),
  overrideRiskControlsWith3DS: z.boolean(),
  cv2AvsRequirements: z.strictObject({
    addressMatchRequirement: match,
    postcodeMatchRequirement: match,
    cv2MatchRequirement: match,
  }),
  /** At most one of each type. */
  velocityRules: z
    .array(
      z.strictObject({
        type: z.enum(velocityTypes),
        disabled: z.boolean(),
        /** Attempts; the next one within `timePeriod` hours is declined. */
        velocity: z.int().check(z.minimum(1), z.maximum(velocityLimit)),
        timePeriod: z.literal([...timePeriods]),
      }),
    )
    .check(z.maxLength(velocityTypes.length)),
};

/**
 * The control that stopped a payment, with its limit and what it found. Stored with the transaction
 * (docs/domain.md#risk-controls).
 */
export const riskStop = z.discriminatedUnion('control', [
  z.object({
    control: z.literal('VELOCITY'),
    type: z.enum(velocityTypes),
    /** Attempts within `hours`, and how many there had been. */
    limit: z.number(),
    hours: z.number(),
    counted: z.number(),
  }),
  z.object({
    control: z.enum(['ADDRESS', 'POSTCODE', 'CV2']),
    requirement: match,
    /** Of the issuer. */
    result: z.string(),
  }),
  z.object({
    control: z.literal('THREE_D_SECURE'),
    liabilityShift: z.enum(liabilityShifts),
    status: z.string(),
  }),
]);
export type RiskStop = z.output<typeof riskStop>;

const controlsResponse = z.object({
  ...controlsShape,
  /** Sent back when saving, so that a concurrent change is not overwritten. */
  version: z.int(),
});

export const getInstallationList = {
  path: z.object({ orgId: id }),
  response: z.record(
    z.string(),
    z.array(
      z.object({
        installationId: z.number(),
        installationName: z.string(),
        /** Whether the caller may change the controls. */
        mayEdit: z.boolean(),
      }),
    ),
  ),
};

const installationPath = z.object({ installationId: id });

export const getRiskControls = {
  path: installationPath,
  response: controlsResponse,
};

export const saveRiskControls = {
  path: installationPath,
  body: z.strictObject({ ...controlsShape, version: z.optional(z.int()) }),
  response: controlsResponse,
};
