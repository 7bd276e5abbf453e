import type { Endpoint } from '#shared/define-endpoint.ts';
import type { HandlerContextWithoutTransaction, Reply } from '#server/handler.ts';
import type { Services } from '#server/services.ts';

export type Context<C extends Endpoint = Endpoint> = HandlerContextWithoutTransaction<C, Services>;

/** The description of a request for its approver. */
export interface Summary {
  organisationId: number;
  amount?: { minor: number; currency: string };
  /** The amount of a refund including the earlier refunds of the payment. */
  countedMinor?: number;
  objectId: string | null;
  objectName: string | null;
}

/**
 * 'not-held': the request needs no approval, or its handler refuses it. 'repeated': the same request was made
 * before.
 */
export type Description =
  | { state: 'not-held' }
  | { state: 'repeated' }
  | { state: 'refused'; reply: Reply<unknown> }
  | { state: 'described'; summary: Summary };
