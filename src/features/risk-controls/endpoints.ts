import * as z from 'zod/mini';
import { defineEndpoint } from '#shared/define-endpoint.ts';
import {
  liabilityShifts,
  matchRequirements,
  timePeriods,
  velocityLimit,
  velocityTypes,
} from './risk-controls.ts';

const id = z.coerce.number().check(z.int(), z.positive(), z.maximum(2_147_483_647));
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

const controlsAnswer = z.object({
  ...controlsShape,
  /** Send it back when saving: a change that somebody else made meanwhile is not lost. */
  version: z.int(),
});

export const getInstallationList = defineEndpoint({
  name: 'getInstallationList',
  summary:
    'Installations below an organisation where the caller sees risk controls, by name of their merchant',
  route: 'GET /proxy/sync/cm/installation/list/org/{orgId}',
  auth: { access: 'in-scope', resource: { organisation: 'orgId' } },
  path: z.object({ orgId: id }),
  response: z.record(
    z.string(),
    z.array(
      z.object({
        installationId: z.number(),
        installationName: z.string(),
        /** May the caller change them there, or only see them? */
        mayEdit: z.boolean(),
      }),
    ),
  ),
});

const ofInstallation = z.object({ installationId: id });
const place = '/proxy/sync/cm/installation/{installationId}/riskcontrols' as const;

export const getRiskControls = defineEndpoint({
  name: 'getRiskControls',
  summary: 'What an installation asks of a payment before it is accepted',
  route: `GET ${place}`,
  auth: {
    anyOf: ['P_VIEW_RISK_CONTROLS', 'P_EDIT_RISK_CONTROLS'],
    resource: { installation: 'installationId' },
  },
  path: ofInstallation,
  response: controlsAnswer,
});

export const saveRiskControls = defineEndpoint({
  name: 'saveRiskControls',
  summary: 'Sets the risk controls of an installation; of the version that was read, when one is named',
  route: `PUT ${place}`,
  auth: { anyOf: ['P_EDIT_RISK_CONTROLS'], resource: { installation: 'installationId' } },
  path: ofInstallation,
  body: z.strictObject({ ...controlsShape, version: z.optional(z.int()) }),
  response: controlsAnswer,
});
