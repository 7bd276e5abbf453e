import { randomUUID } from 'node:crypto';
import { maskCardNumbers } from '#shared/card-number.ts';
import { problems } from '#shared/problem.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import { handleWithoutTransaction } from '#server/handler.ts';
import { queueMail } from '#server/mail/queue-mail.ts';
import { sendFeedback as endpoint } from '../endpoints.ts';
import { sendFeedback as schemas } from '../schemas.ts';

/** Stores the feedback and queues its email in one transaction. Masks card numbers. */
export const sendFeedback = handleWithoutTransaction(
  endpoint,
  schemas,
  async ({ body, caller, services, request, now, inTenant }) => {
    const feedbackId = randomUUID();
    const message = maskCardNumbers(removeControls(body.message));
    const browserInfo = Object.fromEntries(
      Object.entries(body.browserInfo).map(([name, text]) => [name, maskCardNumbers(text)]),
    );
    const { organisation } = caller;
    await inTenant(async (sql) => {
      const [sender] = await sql<{ userName: string; companyId: number | null }[]>`
      select u.user_name, o.company_id
      from app_user u join organisation o on o.id = u.organisation_id where u.user_id = ${caller.id}`;
      if (!sender) throw problems.notSignedIn();
      await sql`
      insert into feedback (feedback_id, company_id, organisation_id, user_id, type, message, browser_info,
                            created_at)
      values (${feedbackId}, ${sender.companyId}, ${organisation.id}, ${caller.id}, ${body.feedbackType},
              ${message}, ${sql.json(browserInfo)}, ${now})`;
      await queueMail(sql, {
        key: `feedback:${feedbackId}`,
        template: 'feedback',
        to: services.config.operatorMail,
        locale: 'en',
        values: {
          from: sender.userName,
          name: caller.name,
          organisation: organisation.name,
          feedbackType: body.feedbackType,
          message,
          browserInfo,
        },
        now,
      });
      await auditAction(sql, {
        by: { caller, request, now },
        organisationId: organisation.id,
        act: endpoint.name,
        objectKind: 'feedback',
        objectId: feedbackId,
        detail: { feedbackType: body.feedbackType },
      });
    });
    return undefined;
  },
);

/** Removes control characters except line breaks and tabs. */
const removeControls = (text: string): string =>
  text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
