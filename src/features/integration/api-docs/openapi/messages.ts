import * as z from 'zod/mini';
import { availableActions } from '#features/outbound/notifications/merchant-decision.ts';
import { merchantDispute } from '#features/payments/disputes/schemas.ts';
import { paymentResponse } from '#features/payments/payments/schemas.ts';
import { schedule } from '#features/payments/schedules/schemas.ts';
import { listedLink } from '#features/payments/smart-links/schemas.ts';
import { type EventType, eventTypes, testEvent } from '#features/outbound/webhooks/event-types.ts';

/** Messages to systems of merchants (docs/notifications.md). */

const notification = z.looseObject({ ...paymentResponse.shape, eventType: z.string() });

const head = {
  id: z.string(),
  createdAt: z.string(),
  installationId: z.number(),
  /** A sample, with invented data. */
  test: z.optional(z.literal(true)),
  sessionId: z.optional(z.string()),
  linkId: z.optional(z.string()),
  scheduleId: z.optional(z.string()),
};

const eventTypesOf = (...subjects: string[]): EventType[] =>
  eventTypes.filter((type) => subjects.some((subject) => type.startsWith(`${subject}.`)));

const transactionEvents = eventTypesOf('payment', 'capture', 'refund', 'payout', 'card');
const scheduleEvents = eventTypesOf('schedule');
const linkEvents = eventTypesOf('link');
const disputeEvents = eventTypesOf('dispute');

const { link: _address, ...linkFields } = listedLink.shape;

export const messages = {
  Notification: notification,
  TransactionEvent: z.object({ ...head, type: z.enum(transactionEvents), data: notification }),
  ScheduleEvent: z.object({
    ...head,
    type: z.enum(scheduleEvents),
    data: z.object({ schedule, transactionId: z.optional(z.string()) }),
  }),
  LinkEvent: z.object({
    ...head,
    type: z.enum(linkEvents),
    data: z.object({ smartLink: z.object(linkFields), transactionId: z.optional(z.string()) }),
  }),
  DisputeEvent: z.object({
    ...head,
    type: z.enum(disputeEvents),
    data: z.object({ dispute: merchantDispute, transactionId: z.string() }),
  }),
  TestEvent: z.object({
    id: z.string(),
    createdAt: z.string(),
    type: z.literal(testEvent),
    data: z.record(z.string(), z.unknown()),
  }),
  CallbackRequest: z.looseObject({
    availableActions: z.object({ action: z.array(z.enum(availableActions.preAuthCallback)) }),
    ...paymentResponse.shape,
  }),
  PreAuthCallbackResponse: z.object({
    callbackResponse: z.object({
      preAuthCallbackResponse: z.object({
        action: z.enum(availableActions.preAuthCallback),
        redirect: z.optional(z.object({ url: z.string(), frame: z.optional(z.enum(['CONTAINER', 'TOP'])) })),
      }),
    }),
  }),
  PostAuthCallbackResponse: z.object({
    callbackResponse: z.object({
      postAuthCallbackResponse: z.object({ action: z.enum(availableActions.postAuthCallback) }),
    }),
  }),
};

/** The schemas of events that the merchant API lists, with their types. */
export const eventSchemas = {
  TransactionEvent: transactionEvents,
  ScheduleEvent: scheduleEvents,
  LinkEvent: linkEvents,
  DisputeEvent: disputeEvents,
} as const;
