import { isDeepStrictEqual } from 'node:util';
import { Problem, problems } from '#shared/problem.ts';
import {
  handleWithoutTransaction,
  Reply,
  handlePublic,
  handle,
  type HandlerContextWithoutTransaction,
} from '#server/handler.ts';
import { sendLast } from '#database/pipelined.ts';
import { inTenant, type TenantSql } from '#database/tenant.ts';
import { resumePayment } from '#features/payments/payments/server/suspended/resume-payment.ts';
import { auditAction } from '#server/audit/audit-event.ts';
import type { ApprovalSummary } from '#server/auth/require-approval.ts';
import { findCountry } from '#shared/countries.ts';
import { parseAmount } from '#shared/money.ts';
import { findIssuerCountry } from '#features/payments/payments/request/parse-card.ts';
import type { SessionRequest } from '../session-request.ts';
import {
  type PaymentServices,
  buildPaymentContext,
  sendReply,
} from '#features/payments/payments/server/payment-context.ts';
import { respondOnce } from '#features/payments/payments/server/run-once.ts';
import { adviseMerchant } from '#shared/payments/declines.ts';
import { parseWebOrigin } from '#shared/web-origin.ts';
import { cancelSuspended } from '#features/payments/payments/server/settle.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { parsePageLanguage } from '#shared/page-languages.ts';
import { defaultSkin, skinNames, skins } from '../skins.ts';
import {
  heldState,
  isAtIssuer,
  isAtProcessorChallenge,
  isUnderReview,
  sessionStatus,
  isOpen,
} from '../session-status.ts';
import { type HostedFailure, hostedFailure } from './session/hosted-problem.ts';
import {
  loadStoredSession,
  touchSession,
  markLinkOpened,
  findSessionById,
  type SessionKind,
  type HostedSession,
  endSession,
  lockSession,
} from './hosted-session-table.ts';
import { type OpenedSession, listFrameOrigins, openSession, pagePath } from './session/open-session.ts';
import {
  applePayPermissions,
  renderPageDocument,
  renderFingerprintDocument,
  renderReportDocument,
  renderForwardDocument,
  renderReturnDocument,
  pageHeaders,
} from './session/page-html.ts';
import {
  loadSession,
  countFailure,
  countLinkCard,
  countRefusedStep,
  refuseTooManyFailures,
} from './session/page-session.ts';
import { buildPageView, problemForCode, skinOf } from './session/page-view.ts';
import { auditPayer } from './audit-payer.ts';
import { loadPageView } from './session/saved-cards.ts';
import { frameAncestors, loadStoredOrigins } from './session/web-origins.ts';
import { paySession, buildPayerContext } from './session/pay-session.ts';
import { fixedAmount } from './session/session-sale.ts';

export const pingSessions = handleWithoutTransaction(
  endpoints.pingSessions,
  schemas.pingSessions,
  async () => new Reply(200, undefined),
);

/** Every installation has all skins and a default skin. */
export const listSkins = handle(endpoints.listSkins, schemas.listSkins, async ({ sql, resource }) => {
  const [row] = await sql<{ skin: string }[]>`
    select default_skin as skin from installation where installation_id = ${resource.installationId}`;
  const items = skins.map((id) => ({
    id,
    name: skinNames[id],
    isDefault: id === (row?.skin ?? defaultSkin),
  }));
  return { items, nextCursor: null };
});

export const createPaymentSession = handleWithoutTransaction(
  endpoints.createPaymentSession,
  schemas.createPaymentSession,
  (ctx) => createSession(ctx, endpoints.createPaymentSession.name, 'payments'),
);

export const createPayoutSession = handleWithoutTransaction(
  endpoints.createPayoutSession,
  schemas.createPayoutSession,
  (ctx) => createSession(ctx, endpoints.createPayoutSession.name, 'payouts'),
);

export const createCardSession = handleWithoutTransaction(
  endpoints.createCardSession,
  schemas.createCardSession,
  (ctx) => createSession(ctx, endpoints.createCardSession.name, 'cards'),
);

export const getSessionStatus = handleWithoutTransaction(
  endpoints.getSessionStatus,
  schemas.getSessionStatus,
  async ({ path, resource, inTenant, services, now }) => {
    const session = await inTenant((sql) => loadStoredSession(sql, path.sessionId));
    if (!session || session.installationId !== resource.installationId)
      return new Reply(404, hostedFailure({ code: 'exception.sessionState.noSession' }));
    const { sessionState, transactionState } = sessionStatus(session, now);
    return {
      status: 'SUCCESS' as const,
      hostedSessionStatus: {
        sessionId: session.sessionId,
        context: `${services.config.checkoutUrl}/hosted`,
        stale: sessionState === 'EXPIRED',
        lastInteraction: session.lastInteraction.getTime(),
        sessionState,
        transactionState: {
          ...(session.txnId === null ? {} : { id: String(session.txnId) }),
          transactionState,
          ...(heldState(session) === 'REVIEW' ? { heldForReview: true } : {}),
          ...((transactionState === 'FAILED' || isUnderReview(session)) && session.reasonCode !== null
            ? { outcome: describeOutcome(session, session.reasonCode) }
            : {}),
        },
      },
    };
  },
);

/** The page in the session's language and skin. An unknown session gets a page too, which shows the error. */
export const beginSession = handlePublic<typeof endpoints.beginSession, PaymentServices>(
  endpoints.beginSession,
  schemas.beginSession,
  async (ctx) => {
    const session = await loadSession(ctx).catch((error: unknown) => {
      if (error instanceof Problem && error.status === 404) return undefined;
      throw error;
    });
    const { services, now } = ctx;
    if (!session)
      return new Reply(404, renderPageDocument('en', '1', { notice: { reason: 'no_session' } }), {
        headers: pageHeaders("'none'"),
      });
    const view = await loadPageView(services, session, now);
    const origins = listFrameOrigins(session, services.config);
    return new Reply(200, renderPageDocument(view.language, view.skin, { view }), {
      headers: {
        ...pageHeaders(frameAncestors(origins)),
        ...(view.applePay === null ? {} : applePayPermissions),
      },
    });
  },
);

export const viewSession = handlePublic<typeof endpoints.viewSession, PaymentServices>(
  endpoints.viewSession,
  schemas.viewSession,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { services, now } = ctx;
    const view = buildPageView(session, now, services.config);
    if (view.step !== 'FORM') return view;
    const { sessionId, linkId, state } = session;
    await inTenant(services.database, [session.companyId], async (sql) =>
      sendLast(sql, [
        touchSession(sql, sessionId, now),
        ...(linkId && state === 'CREATED' ? [markLinkOpened(sql, linkId, now)] : []),
      ]),
    );
    return loadPageView(services, { ...session, lastInteraction: now }, now);
  },
);

/** The logo of a session's page. 404 for an installation without one. */
export const viewLogo = handlePublic(endpoints.viewLogo, schemas.viewLogo, async (ctx) => {
  const { installationId } = await loadSession(ctx);
  const [row] = await ctx.services.database<{ logo: Buffer; type: string }[]>`
    select logo, logo_type as type from installation
    where installation_id = ${installationId} and logo is not null`;
  if (!row) throw problems.notFound();
  return new Reply(200, row.logo, {
    headers: { 'content-type': row.type, 'cache-control': 'private, max-age=3600' },
  });
});

/** Returns the page after the attempt. A closed session returns its page without an attempt. */
export const submitSession = handlePublic<typeof endpoints.submitSession, PaymentServices>(
  endpoints.submitSession,
  schemas.submitSession,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { body, request, services, now } = ctx;
    if (!isOpen(session, now)) return buildPageView(session, now, services.config);
    await refuseTooManyFailures(services, request.ip, now);
    // Only MULTIPLE links are counted here: SINGLE ones have a limit of attempts (docs/domain.md#smart-links).
    const undoCount =
      session.linkId && session.link?.usage === 'MULTIPLE'
        ? await countLinkCard(services, session.linkId, request.ip, now)
        : undefined;
    const paid = await paySession(session, body, ctx);
    const code = paid.ok ? paid.value : undefined;
    const after = (await findSessionById(services.database, session.sessionId)) ?? session;
    const isRefused = code !== undefined && after.txnId === session.txnId;
    if (code !== undefined && !/^[SUL]/.test(code)) await countFailure(services, request.ip, now);
    else await undoCount?.();
    return loadPageView(services, after, services.clock.now(), isRefused ? problemFor(body, code) : null);
  },
);

/** The payer has typed nothing of a wallet's token that could be corrected. */
const problemFor = (
  { applePay, googlePay }: { applePay?: object | undefined; googlePay?: object | undefined },
  code: string,
) => (applePay === undefined && googlePay === undefined ? problemForCode(code) : 'refused');

/** Suggests, never decides: the payer sees the country and can change it. */
export const findCardCountry = handlePublic(
  endpoints.findCardCountry,
  schemas.findCardCountry,
  async (ctx) => {
    await loadSession(ctx);
    const code = findIssuerCountry(ctx.body.digits);
    return { country: (code !== undefined && findCountry(code)?.alpha2) || null };
  },
);

/** A separate document, because its form may post to the issuer and the payment page's may not. */
export const startChallenge = handlePublic(endpoints.startChallenge, schemas.startChallenge, async (ctx) => {
  const { path, services } = ctx;
  const session = await loadSession(ctx);
  const { challenge, fingerprint } = session.authentication ?? {};
  if (challenge && isAtProcessorChallenge(session))
    return new Reply(303, '', { headers: { location: challenge.acsUrl } });
  if (!isAtIssuer(session) || !challenge) {
    const location = pagePath(path, fingerprint ? 'fingerprint' : 'begin');
    return new Reply(303, '', { headers: { location } });
  }
  const { acsUrl, fields } = challenge;
  const origins = listFrameOrigins(session, services.config);
  const headers = pageHeaders(frameAncestors(origins), new URL(acsUrl).origin);
  return new Reply(200, renderForwardDocument(acsUrl, fields), { headers });
});

/** A separate document, because only this one may show a page of the issuer's in a frame, and post to it. */
export const startFingerprint = handlePublic(
  endpoints.startFingerprint,
  schemas.startFingerprint,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { path, services } = ctx;
    const { fingerprint, state } = session.authentication ?? {};
    if (!isAtIssuer(session) || !fingerprint || state === undefined) {
      return new Reply(303, '', { headers: { location: pagePath(path, 'begin') } });
    }
    const { methodUrl, fields } = fingerprint;
    const document = renderFingerprintDocument({
      language: parsePageLanguage(session.request.locale),
      skin: skinOf(session),
      methodUrl,
      fields,
      finishUrl: pagePath(path, 'identified'),
      state,
    });
    const allowed = `'self' ${new URL(methodUrl).origin}`;
    const ancestors = frameAncestors(listFrameOrigins(session, services.config));
    const headers = pageHeaders(ancestors, allowed, allowed);
    return new Reply(200, document, { headers });
  },
);

/** In the hidden frame. The form of the issuer's page is not read: the 3-D Secure server alone decides. */
export const receiveFingerprint = handlePublic(
  endpoints.receiveFingerprint,
  schemas.receiveFingerprint,
  async (ctx) => {
    const origins = listFrameOrigins(await loadSession(ctx), ctx.services.config);
    // Our own document is an ancestor too.
    const ancestors = [frameAncestors(origins), "'self'"].filter((one) => one !== "'none'").join(' ');
    return new Reply(200, renderReportDocument(), { headers: pageHeaders(ancestors) });
  },
);

/** Resumes the payment and redirects to the page, for any response of the issuer. */
export const finishChallenge = handlePublic<typeof endpoints.finishChallenge, PaymentServices>(
  endpoints.finishChallenge,
  schemas.finishChallenge,
  async (ctx) => {
    const session = await loadSession(ctx);
    const { body, path, request, services, now } = ctx;
    const response =
      body.cres !== undefined
        ? { cres: body.cres }
        : body.PaRes !== undefined
          ? { pares: body.PaRes }
          : undefined;
    if (session.txnId !== null && isAtIssuer(session)) {
      // An internal error still redirects: the payment page shows the payment's status.
      const reply = await resumePayment(buildPayerContext(session, ctx), session.txnId, response).catch(
        (err: unknown) => {
          services.log.error({ err, requestId: request.id }, 'resume of a hosted payment failed');
          return undefined;
        },
      );
      await countRefusedStep(services, reply, request.ip, now);
    }
    return new Reply(303, undefined, {
      headers: { location: pagePath(path, 'returned') },
    });
  },
);

/** Behind the payment page, the browser's history has no page of the issuer's that would have to be posted again. */
export const returnFromChallenge = handlePublic(
  endpoints.returnFromChallenge,
  schemas.returnFromChallenge,
  async (ctx) => {
    const session = await loadSession(ctx);
    const document = renderReturnDocument(pagePath(session, 'begin'));
    const ancestors = frameAncestors(listFrameOrigins(session, ctx.services.config));
    return new Reply(200, document, { headers: pageHeaders(ancestors) });
  },
);

export const getWebOrigins = handle(
  endpoints.getWebOrigins,
  schemas.getWebOrigins,
  async ({ sql, resource }) => ({
    webOrigins: await loadStoredOrigins(sql, resource.installationId),
  }),
);

/** Opens a session for the three endpoints. Responds 201, or 400 with the reason. */
/** The payee enters a card on a page that pays at once, so the page itself is the payout. */
function describePayout(merchantId: number, { transaction }: SessionRequest): ApprovalSummary {
  const currency = transaction?.money?.currency ?? '';
  const amount = parseAmount(transaction?.money?.amount?.fixed, currency);
  return {
    organisationId: merchantId,
    objectId: null,
    objectName: transaction?.merchantReference ?? null,
    // Every amount needs approval if the payee enters it.
    ...(amount.ok ? { amount: { minor: amount.value, currency } } : {}),
  };
}

async function createSession(
  ctx: HandlerContextWithoutTransaction<
    | typeof endpoints.createPaymentSession
    | typeof endpoints.createPayoutSession
    | typeof endpoints.createCardSession
  >,
  name: string,
  kind: SessionKind,
) {
  const { resource, caller, request, services, now } = ctx;
  const { companyId, merchantId, installationId } = resource;
  const requested = ctx.body as SessionRequest;
  const create = async (
    sql: TenantSql,
  ): Promise<{ status: number; body: ({ status: 'SUCCESS' } & OpenedSession) | HostedFailure }> => {
    const opening = {
      companyId,
      merchantId,
      installationId,
      kind,
      createdVia: request.program,
      mode: caller.mode,
      request: requested,
    };
    const session = await openSession(sql, opening, services.config, now);
    const money = requested.transaction?.money;
    if (session.ok && kind === 'payouts')
      await ctx.requireApproval(sql, describePayout(merchantId, requested));
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: installationId,
      act: name,
      objectKind: 'hostedSession',
      objectId: session.ok ? session.value.sessionId : undefined,
      outcome: session.ok ? 'allowed' : `refused: ${session.code}`,
      detail: { kind, amount: String(fixedAmount(requested) ?? ''), currency: money?.currency ?? '' },
    });
    return session.ok
      ? { status: 201, body: { status: 'SUCCESS', ...session.value } }
      : { status: 400, body: hostedFailure(session) };
  };
  const context = buildPaymentContext(ctx, name);
  return sendReply(await ctx.inTenant((sql) => respondOnce(sql, context, () => create(sql))));
}

// Longer handlers are in separate files.
export { invalidateSession } from './invalidate-session.ts';
export { sendPageReceipt } from './send-page-receipt.ts';
export { removeSavedCard } from './remove-saved-card.ts';

/** The outcome of the latest attempt, with what the merchant can do about a failure (docs/domain.md#decline-advice). */
function describeOutcome(session: HostedSession, reasonCode: string) {
  const { statusCode, scheme, adviceCode, attemptedAt } = session;
  const advice = adviseMerchant({ reasonCode, statusCode, scheme, adviceCode }, attemptedAt ?? undefined);
  return {
    reasonCode,
    ...(statusCode !== null && { statusCode }),
    ...(scheme !== null && { scheme }),
    ...(adviceCode !== null && { adviceCode }),
    ...(advice && { advice }),
  };
}

/** The skins of `listSkins` in the form of the earlier clients of this API family. */
export const listHostedSkins = handle(
  endpoints.listHostedSkins,
  schemas.listHostedSkins,
  async ({ sql, resource }) => {
    const [row] = await sql<{ merchant: string }[]>`
      select merchant.name as merchant
      from installation join organisation merchant on merchant.id = installation.merchant_id
      where installation_id = ${resource.installationId}`;
    return {
      status: 'SUCCESS' as const,
      code: 'S100' as const,
      message: 'Skins retrieved',
      skins: skins.map((id) => ({ id: Number(id), name: skinNames[id], organisation: row?.merchant ?? '' })),
    };
  },
);

/** Replaces all sites. Pages that open from now on use the new list. */
export const saveWebOrigins = handle(
  endpoints.saveWebOrigins,
  schemas.saveWebOrigins,
  async ({ sql, resource, body, caller, request, now }) => {
    const { companyId, installationId } = resource;
    const origins = body.webOrigins.map((typed) => parseWebOrigin(typed));
    const invalid = origins.indexOf(undefined);
    if (invalid >= 0) throw problems.invalid(`body.webOrigins.${invalid}`);
    const webOrigins = [...new Set(origins.filter((origin) => origin !== undefined))];
    const before = await loadStoredOrigins(sql, installationId, true);
    if (!isDeepStrictEqual(before, body.before)) throw problems.versionConflict('WEB_ORIGINS_CHANGED');
    if (isDeepStrictEqual(before, webOrigins)) return { webOrigins };
    await sql`
      update installation set web_origins = ${webOrigins}, version = version + 1 where installation_id = ${installationId}`;
    await auditAction(sql, {
      by: { caller, request, now },
      companyId,
      organisationId: installationId,
      act: endpoints.saveWebOrigins.name,
      objectKind: 'installation',
      objectId: String(installationId),
      before: { webOrigins: before },
      after: { webOrigins },
    });
    return { webOrigins };
  },
);

/** Ends an open session. A payment at the processor and an ended session stay unchanged. */
export const leaveSession = handlePublic<typeof endpoints.leaveSession, PaymentServices>(
  endpoints.leaveSession,
  schemas.leaveSession,
  async (ctx) => {
    const { companyId, sessionId } = await loadSession(ctx);
    const { services, request, now } = ctx;
    await inTenant(services.database, [companyId], async (sql) => {
      await lockSession(sql, sessionId);
      const session = await loadStoredSession(sql, sessionId);
      if (!session) return;
      const { sessionState, transactionState } = sessionStatus(session, now);
      if (sessionState !== 'CREATED' && sessionState !== 'STARTED') return;
      if (transactionState === 'PROCESSING') return;
      const isWaiting = transactionState === 'PENDING' && session.txnId !== null;
      if (isWaiting && !(await cancelSuspended(sql, { services, companyId, txnId: session.txnId ?? 0, now })))
        return;
      await endSession(sql, sessionId, 'TERMINATED');
      await auditPayer(
        sql,
        { session, request, now },
        { act: endpoints.leaveSession.name, objectKind: 'hostedSession', objectId: sessionId },
      );
    });
    return buildPageView(await loadSession(ctx), now, services.config);
  },
);

export { startApplePay } from './start-apple-pay.ts';
export { startGooglePay } from './start-google-pay.ts';
export { finishFingerprint } from './finish-fingerprint.ts';
export { returnFromProcessor } from './return-from-processor.ts';
