import type { Call } from '#contract/define-call.ts';
import { formatMinor } from '#contract/money.ts';
import { contextOf, sendReply } from '#features/payments/server/pipeline/payment-context.ts';
import { answerOnce } from '#features/payments/server/pipeline/store/key-store.ts';
import type { LinkRequest } from '#features/smart-links/link-request.ts';
import { recordAct } from '#server/audit.ts';
import type { Ask } from '#server/handler.ts';
import { type CreatedLinks, createLinks } from './create-links.ts';
import type { LinkKind, LinkRefusal } from './judge-link.ts';

/** The three calls that make links differ in kind and number only; a repeated request gets the first one's answer. */
export async function answerWithLinks<T>(
  ask: Ask<Call>,
  name: string,
  kind: LinkKind,
  answer: (made: CreatedLinks) => T,
) {
  const replied = await answerOnce<T | LinkRefusal>(ask.sql, contextOf(ask, name), async () => {
    const made = await makeLinks(ask, name, kind);
    return made.status === 'FAILED' ? { status: 400, body: made } : { status: 201, body: answer(made) };
  });
  return sendReply(replied);
}

/** One line in the audit, whatever comes of it. */
async function makeLinks(ask: Ask<Call>, name: string, kind: LinkKind): Promise<CreatedLinks | LinkRefusal> {
  const { sql, subject, caller, request, services, now } = ask;
  const { companyId, merchantId, installationId } = subject;
  if (!companyId || !merchantId || !installationId) throw new Error(`${name}: guard named no installation`);
  const isForm = name === 'createSmartLinkBatch';
  const asked = ask.body as LinkRequest;
  const body = isForm ? asked : { ...asked, batchSize: 1 };
  const place = { companyId, merchantId, installationId };
  const made = await createLinks(
    sql,
    { ...place, kind, createdBy: caller.id, body, isForm },
    services.config,
    now,
  );
  const [first] = made.status === 'SUCCESS' ? made.links : [];
  await recordAct(sql, {
    by: { caller, request, now },
    companyId,
    organisationId: installationId,
    act: name,
    objectKind: 'smartLink',
    objectId: first?.linkId,
    outcome: made.status === 'SUCCESS' ? 'allowed' : `refused: ${made.reasonCode}`,
    detail: made.status === 'SUCCESS' ? detailOf(made, kind) : { kind },
  });
  return made;
}

/** Never the codes: whoever reads the audit is not everybody who may hand out links. */
function detailOf({ plan, links }: CreatedLinks, kind: LinkKind) {
  const { currency, amountMinor, usage, expiresAt } = plan;
  return {
    kind,
    usage,
    currency,
    amount: amountMinor === null ? '' : formatMinor(amountMinor, currency),
    expires: expiresAt.toISOString(),
    links: links.map(({ linkId }) => linkId),
  };
}
