/** The events that a webhook can report (docs/domain.md#webhooks). New types can be added. */
export const eventTypes = [
  'payment.succeeded',
  'payment.authorised',
  'payment.failed',
  'payment.pending',
  'payment.expired',
  'capture.succeeded',
  'capture.failed',
  'capture.pending',
  'capture.expired',
  'refund.succeeded',
  'refund.failed',
  'refund.pending',
  'refund.expired',
  'payout.succeeded',
  'payout.failed',
  'payout.pending',
  'payout.expired',
  'schedule.charged',
  'schedule.failed',
  'schedule.suspended',
  'link.authorised',
  'link.paid',
  'link.released',
  'link.refunded',
  'link.expired',
  'card.registered',
  'dispute.opened',
  'dispute.updated',
  'dispute.closed',
] as const;
export type EventType = (typeof eventTypes)[number];

/** An event that a user sends to test an endpoint. Every endpoint receives it. */
export const testEvent = 'test';

/** The subjects of events, in the order of the form. */
export const eventSubjects = [
  'payment',
  'capture',
  'refund',
  'payout',
  'schedule',
  'link',
  'card',
  'dispute',
] as const;
export type EventSubject = (typeof eventSubjects)[number];

/** The choices of an endpoint: an event, all events of a subject, or all events. */
export const eventChoices = [
  '*',
  ...eventSubjects.map((subject) => `${subject}.*` as const),
  ...eventTypes,
] as const;
export type EventChoice = (typeof eventChoices)[number];

/** The choices that include an event. */
export const choicesWith = (type: EventType): EventChoice[] => [
  '*',
  `${type.slice(0, type.indexOf('.')) as EventSubject}.*`,
  type,
];

export const listEventTypes = (subject: EventSubject): EventType[] =>
  eventTypes.filter((type) => type.startsWith(`${subject}.`));
