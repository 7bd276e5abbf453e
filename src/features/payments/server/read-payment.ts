import { withAbsoluteLinks } from '#server/http/absolute-links.ts';
import { problems } from '#shared/problem.ts';
import { handle } from '#server/handler.ts';
import { readPayment as endpoint } from '../endpoints.ts';
import { storedTransaction } from './pipeline/store/payment-store.ts';
import { renderRead } from './pipeline/response/render-payment.ts';

export const readPayment = handle(endpoint, async ({ sql, path, resource, services, now }) => {
  const row = await storedTransaction(sql, resource.companyId ?? 0, path.transactionId);
  if (!row) throw problems.notFound();
  return withAbsoluteLinks(await renderRead(sql, row, now), services.config.checkoutUrl);
});
