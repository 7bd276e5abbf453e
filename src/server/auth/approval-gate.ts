import type { Contract, Endpoint } from '#shared/define-endpoint.ts';
import type { HandlerContextWithoutTransaction, Reply } from '../handler.ts';
import type { RawRequest } from '../http/parse-request.ts';

/** Stores requests that need a second person, instead of running them (docs/domain.md#approvals). */
export interface ApprovalGate {
  /** The response of a held or refused request. Undefined: the handler runs it. */
  hold(
    call: Contract,
    ctx: HandlerContextWithoutTransaction<Endpoint>,
    raw: RawRequest,
  ): Promise<Reply<unknown> | undefined>;
}
