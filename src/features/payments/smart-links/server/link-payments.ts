import type { LinkPayments } from '#server/payment-followers.ts';
import { markLinkUsed } from './link/count-payments.ts';
import { linkEventData } from './link/link-events.ts';

export const linkPayments: LinkPayments = { countPayment: markLinkUsed, eventData: linkEventData };
