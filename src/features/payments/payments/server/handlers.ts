import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { Reply, handle } from '#server/handler.ts';
import { pipelined } from '#database/pipelined.ts';
import { maskCardNumbers } from '#shared/card-number.ts';
import { problems } from '#shared/problem.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { createPayment } from './create-payment.ts';
import { findTransaction, idsByReference } from './db/transactions.ts';
import { followUpTransaction } from './follow-up.ts';
import { handlePayment } from './payment-context.ts';
import { renderRead } from './render-payment.ts';
import { repeatPayment } from './repeat.ts';
import { resumePayment } from './suspended/resume-payment.ts';

export const pingPayments = handle(
  endpoints.pingPayments,
  schemas.pingPayments,
  async () => new Reply(200, undefined),
);

export const takePayment = handlePayment(endpoints.takePayment, schemas.takePayment, (context, { body }) =>
  createPayment(context, body, 'payment'),
);

export const takePayout = handlePayment(endpoints.takePayout, schemas.takePayout, (context, { body }) =>
  createPayment(context, body, 'payout'),
);

export const verifyCard = handlePayment(endpoints.verifyCard, schemas.verifyCard, (context, { body }) =>
  createPayment(context, body, 'verify'),
);

export const captureTransaction = handlePayment(
  endpoints.captureTransaction,
  schemas.captureTransaction,
  (context, { path, body }) => followUpTransaction(context, 'capture', path.transactionId, body),
);

export const cancelTransaction = handlePayment(
  endpoints.cancelTransaction,
  schemas.cancelTransaction,
  (context, { path, body }) => followUpTransaction(context, 'cancel', path.transactionId, body),
);

export const repeatTransaction = handlePayment(
  endpoints.repeatTransaction,
  schemas.repeatTransaction,
  (context, { path, body }) => repeatPayment(context, path.transactionId, body),
);

export const resumeTransaction = handlePayment(
  endpoints.resumeTransaction,
  schemas.resumeTransaction,
  (context, { path, body }) => {
    const { pares, cres } = body.threeDSecureResponse ?? {};
    const response = cres !== undefined ? { cres } : pares !== undefined ? { pares } : undefined;
    return resumePayment(context, path.transactionId, response);
  },
);

export const readPayment = handle(
  endpoints.readPayment,
  schemas.readPayment,
  async ({ sql, path, resource, services, now }) => {
    const row = await findTransaction(sql, resource.companyId, path.transactionId);
    if (!row) throw problems.notFound();
    return withAbsoluteLinks(await renderRead(sql, row, now), services.config.checkoutUrl);
  },
);

export const readPaymentByRef = handle(
  endpoints.readPaymentByRef,
  schemas.readPaymentByRef,
  async ({ sql, path, query, resource, services, now }) => {
    const { companyId } = resource;
    const { merchantRef } = query;
    // References of before were stored with what looked like a card number masked.
    const references = [merchantRef, maskCardNumbers(merchantRef)];
    const ids = await idsByReference(sql, companyId, path.installationId, references);
    if (ids.length === 0) throw problems.notFound();
    const readTransaction = async (txnId: number) => {
      const row = await findTransaction(sql, companyId, txnId);
      if (!row) throw new Error(`transaction ${txnId} vanished`);
      return withAbsoluteLinks(await renderRead(sql, row, now), services.config.checkoutUrl);
    };
    return pipelined(
      sql,
      ids.map((txnId) => () => readTransaction(txnId)),
    );
  },
);

// Longer handlers are in separate files.
export { refundTransaction } from './refund-transaction.ts';
