import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { problems } from '#contract/problem.ts';
import { handle } from '#server/handler.ts';
import { readPayment as call } from '../calls.ts';
import { storedTransaction } from './pipeline/store/payment-store.ts';
import { renderRead } from './pipeline/answer/render-payment.ts';

export const readPayment = handle(call, async ({ sql, path, subject, services, now }) => {
  const row = await storedTransaction(sql, subject.companyId ?? 0, path.transactionId);
  if (!row) throw problems.notFound();
  return withAbsoluteLinks(await renderRead(sql, row, now), services.config.checkoutUrl);
});
