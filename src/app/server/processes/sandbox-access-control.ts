import type { FastifyInstance, FastifyReply } from 'fastify';
import { escapeHtml } from '#shared/text/escape.ts';
import { isOnOrigins } from '#server/http/on-origins.ts';
import {
  renderForwardDocument,
  renderPlainDocument,
  pageHeaders,
} from '#features/payments/hosted-sessions/server/session/page-html.ts';
import {
  challengeResponse,
  readChallengeId,
  readServerTransaction,
  type SandboxChallenge,
} from '#integrations/processors/sandbox/sandbox-challenge.ts';
import type { SandboxThreeDSecure } from '#integrations/processors/sandbox/sandbox-three-d-secure.ts';

const prefix = '/hosted/sandbox-acs';
type Fields = Record<string, unknown> | undefined;

/**
 * The sandbox's page of the card issuer, with a password of `Test_` and the last four digits. It is not part
 * of the product: a real issuer's page is on the issuer's own site, so any site may frame this one.
 */
export function registerAccessControl(
  app: FastifyInstance,
  accessControl: SandboxThreeDSecure['accessControl'],
): void {
  app.get(prefix, async (request, reply) => startChallenge(reply, request.query as Fields));
  app.post(prefix, async (request, reply) => startChallenge(reply, request.body as Fields));
  app.post(`${prefix}/method`, async (request, reply) => identify(reply, request.body as Fields));
  app.post(`${prefix}/answer`, async (request, reply) => {
    const fields = (request.body ?? {}) as Record<string, unknown>;
    const { challenge, password, action } = fields;
    const entry = action === 'cancel' ? 'give-up' : String(password ?? '').slice(0, 100);
    return show(reply, fields, await accessControl.complete(String(challenge ?? ''), entry));
  });

  /** The method page, which every browser passes: it reports the fingerprint at once. */
  async function identify(reply: FastifyReply, fields: Fields): Promise<FastifyReply> {
    const transaction = readServerTransaction(fields ?? {});
    const url = transaction === undefined ? undefined : await accessControl.findFingerprintUrl(transaction);
    if (transaction === undefined || url === undefined) return showUnknown(reply);
    const threeDSMethodData = Buffer.from(JSON.stringify({ threeDSServerTransID: transaction }));
    const html = renderForwardDocument(url, { threeDSMethodData: threeDSMethodData.toString('base64url') });
    return reply
      .status(200)
      .headers(pageHeaders('*', new URL(url).origin))
      .send(html);
  }

  async function startChallenge(reply: FastifyReply, fields: Fields): Promise<FastifyReply> {
    return show(reply, fields, await accessControl.challenge(readChallengeId(fields ?? {}) ?? ''));
  }
}

/** The merchant's data, posted with the challenge and returned with the result. */
const echoed = ['MD', 'threeDSSessionData', 'TermUrl'] as const;

function pickEchoedFields(fields: Fields): Record<string, string> {
  return Object.fromEntries(
    echoed.flatMap((name) => {
      const value = fields?.[name];
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 2000)]] : [];
    }),
  );
}

/** Version 1 sends the return address in the form. It is accepted for registered origins only. */
function returnForm(
  { version, notificationUrl, merchantOrigins }: SandboxChallenge,
  { TermUrl }: Record<string, string>,
): string | null {
  const isAccepted = version === 1 && TermUrl !== undefined && isOnOrigins(TermUrl, merchantOrigins);
  return isAccepted ? TermUrl : notificationUrl;
}

function showUnknown(reply: FastifyReply): FastifyReply {
  const page = renderPlainDocument('<section class="state"><h1>Challenge not found</h1></section>');
  return reply.status(404).headers(pageHeaders('*', "'self'")).send(page);
}

function show(reply: FastifyReply, fields: Fields, challenge: SandboxChallenge | undefined): FastifyReply {
  if (!challenge) return showUnknown(reply);
  const echo = pickEchoedFields(fields);
  const returnPage = returnForm(challenge, echo);
  const html = challenge.outcome
    ? resultPage(challenge, challenge.outcome, returnPage, echo)
    : passwordPage(challenge, echo);
  const target = returnPage === null ? '' : new URL(returnPage).origin;
  return reply
    .status(200)
    .headers(pageHeaders('*', `'self' ${target}`.trim()))
    .send(html);
}

function passwordPage(
  { challenge, merchantName, amount, lastFour, tries }: SandboxChallenge,
  echo: Record<string, string>,
): string {
  const errorText = tries > 0 ? '<p class="notice" role="alert">Wrong password. Try again.</p>' : '';
  const carried = Object.entries({ challenge, ...echo })
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('');
  return renderPlainDocument(
    `<form class="issuer" method="post" action="${prefix}/answer"><h1>Example Test Bank</h1>` +
      `<p>Approve <b>${escapeHtml(amount)}</b> to ${escapeHtml(merchantName)} with your card ending in ${escapeHtml(lastFour)}.</p>${errorText}` +
      carried +
      `<div class="field"><label for="password">Password</label>` +
      `<input id="password" name="password" type="password" autocomplete="off" aria-describedby="hint" autofocus>` +
      `<p id="hint" class="below">Sandbox: Test_${escapeHtml(lastFour)}</p></div>` +
      `<button class="primary" name="action" value="confirm">Confirm</button>` +
      `<button class="quiet" name="action" value="cancel">Cancel</button></form>`,
  );
}

/** Returns to the given page; without one, shows the response to send with `resume`. */
function resultPage(
  { version, challenge }: SandboxChallenge,
  outcome: 'Y' | 'N',
  returnPage: string | null,
  { TermUrl: _way, ...echo }: Record<string, string>,
): string {
  const fields = challengeResponse(version, challenge, outcome);
  if (returnPage !== null) return renderForwardDocument(returnPage, { ...fields, ...echo });
  const [name = '', value = ''] = Object.entries(fields)[0] ?? [];
  return renderPlainDocument(
    `<section class="issuer"><h1>Example Test Bank</h1><p>Send this with <code>resume</code> as ` +
      `<code>${name === 'cres' ? 'cres' : 'pares'}</code>:</p><p><code>${escapeHtml(value)}</code></p></section>`,
  );
}
