import { linkStatus } from '#shared/payments/link-status.ts';
import { Problem, problems } from '#shared/problem.ts';
import { maskTelephone, parseTelephone } from '#shared/telephone.ts';
import { countText } from '#features/payments/receipts/server/queue-receipt.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handle } from '#server/handler.ts';
import { textSmartLink as endpoint } from '../endpoints.ts';
import { textSmartLink as schemas } from '../schemas.ts';
import { mailLink } from './link/link-mail.ts';
import { countSending } from './send-smart-link.ts';
import { auditedLink, lockStoredLink } from './smart-link-table.ts';

/** The audit has the last digits of the number only. Reminders go by email. */
export const textSmartLink = handle(
  endpoint,
  schemas,
  async ({ sql, resource, body, caller, request, services, now }) => {
    if (services.config.smsUrl === undefined) throw new Problem(409, 'NO_SMS', 'sms_off');
    const to = parseTelephone(body.telephone);
    if (to === undefined) throw problems.invalid('body.telephone');
    const link = await lockStoredLink(sql, resource.smartLinkId);
    if (linkStatus(link, now) !== 'ACTIVATED') throw new Problem(409, 'LINK_OVER', 'smart_link_over');
    await countSending(sql, services, link, to, now);
    await countText(services.database, to, now);
    await mailLink(sql, link, { address: to, isReminder: false, isText: true }, services.config, now);
    await auditAction(sql, {
      by: { caller, request, now },
      ...auditedLink(link),
      act: endpoint.name,
      detail: { to: maskTelephone(to) },
    });
    return { sentTo: to };
  },
);
