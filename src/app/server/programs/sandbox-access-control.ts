import type { FastifyInstance, FastifyReply } from 'fastify';
import {
  escaped,
  forwardDocument,
  plainDocument,
} from '#features/hosted-sessions/server/session/page-html.ts';
import { pageHeaders } from '#features/hosted-sessions/server/session/page-headers.ts';
import { challengeAnswer, challengeNamed } from '#outside/sandbox-three-d-secure/challenge-message.ts';
import type { SandboxChallenge } from '#outside/sandbox-three-d-secure/sandbox-challenge-store.ts';
import type { SandboxThreeDSecure } from '#outside/sandbox-three-d-secure/sandbox-three-d-secure.ts';

const place = '/hosted/sandbox-acs';
type Fields = Record<string, unknown> | undefined;

/**
 * The page of the card's issuer, as the sandbox has it: a password, `Test_` and the last four digits. It is no part of
 * the product: a real issuer's page stands on the issuer's own site, so any site may frame this one.
 */
export function accessControlRoutes(app: FastifyInstance, { accessControl }: SandboxThreeDSecure): void {
  app.get(place, async (request, reply) => begin(reply, request.query as Fields));
  app.post(place, async (request, reply) => begin(reply, request.body as Fields));
  app.post(`${place}/answer`, async (request, reply) => {
    const { challenge, password, action } = (request.body ?? {}) as Record<string, unknown>;
    const given = action === 'cancel' ? 'give-up' : String(password ?? '').slice(0, 100);
    const after = await accessControl.answer(String(challenge ?? ''), given);
    return send(reply, after && (after.outcome ? answered(after, after.outcome) : question(after)), after);
  });

  async function begin(reply: FastifyReply, fields: Fields): Promise<FastifyReply> {
    const found = await accessControl.challenge(challengeNamed(fields ?? {}) ?? '');
    return send(reply, found && (found.outcome ? answered(found, found.outcome) : question(found)), found);
  }
}

function send(reply: FastifyReply, html: string | undefined, challenge?: SandboxChallenge): FastifyReply {
  const back = challenge?.notificationUrl ? new URL(challenge.notificationUrl).origin : '';
  const page = html ?? plainDocument('<section class="state"><h1>No such challenge</h1></section>');
  return reply
    .status(html === undefined ? 404 : 200)
    .headers(pageHeaders('*', `'self' ${back}`.trim()))
    .send(page);
}

function question({ challenge, merchantName, amount, lastFour, tries }: SandboxChallenge): string {
  const wrong = tries > 0 ? '<p class="notice" role="alert">That is not the password. Try again.</p>' : '';
  return plainDocument(
    `<form class="issuer" method="post" action="${place}/answer"><h1>Example Test Bank</h1>` +
      `<p>${escaped(merchantName)} asks for <b>${escaped(amount)}</b> from your card ending ${escaped(lastFour)}.</p>${wrong}` +
      `<input type="hidden" name="challenge" value="${escaped(challenge)}">` +
      `<div class="field"><label for="password">Password</label>` +
      `<input id="password" name="password" type="password" autocomplete="off" aria-describedby="hint" autofocus>` +
      `<p id="hint" class="below">Sandbox: Test_${escaped(lastFour)}</p></div>` +
      `<button class="primary" name="action" value="confirm">Confirm</button>` +
      `<button class="quiet" name="action" value="cancel">Cancel</button></form>`,
  );
}

/** Back to who asked; a shop that leads its customer itself gets the answer to send with `resume`. */
function answered({ version, challenge, notificationUrl }: SandboxChallenge, outcome: 'Y' | 'N'): string {
  const fields = challengeAnswer(version, challenge, outcome);
  if (notificationUrl !== null) return forwardDocument(notificationUrl, fields);
  const [name = '', value = ''] = Object.entries(fields)[0] ?? [];
  return plainDocument(
    `<section class="issuer"><h1>Example Test Bank</h1><p>Send this with <code>resume</code> as ` +
      `<code>${name === 'cres' ? 'cres' : 'pares'}</code>:</p><p><code>${escaped(value)}</code></p></section>`,
  );
}
