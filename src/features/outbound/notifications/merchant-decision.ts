import type { NotificationFormat } from './notification-body.ts';

/** The two callbacks about a payment (docs/domain.md#callbacks). */
export type DecisionCallback = 'preAuthCallback' | 'postAuthCallback';

const merchantActions = ['PROCEED', 'CANCEL', 'SUSPEND', 'SUSPEND_REPLAY'] as const;
type MerchantAction = (typeof merchantActions)[number];

/** The allowed responses. After authorisation the issuer holds money, so a payment cannot be suspended. */
export const availableActions: Readonly<Record<DecisionCallback, readonly MerchantAction[]>> = {
  preAuthCallback: merchantActions,
  postAuthCallback: ['PROCEED', 'CANCEL'],
};

/** 'INVALID_RESPONSE': a response without an allowed action. */
export type MerchantVerdict = MerchantAction | 'INVALID_RESPONSE';

/** The merchant's page where the payer of a suspended payment continues. */
export interface MerchantRedirect {
  url: string;
  /** CONTAINER: in the frame of the payment page. TOP: in place of the page that contains the frame. */
  frame: 'CONTAINER' | 'TOP';
}

export interface MerchantResponse {
  action: MerchantVerdict;
  /** For SUSPEND and SUSPEND_REPLAY. */
  redirect?: MerchantRedirect;
}

/** Parses a merchant's response: `callbackResponse.{question}Response`, in the format of the request. */
export function parseMerchantDecision(
  callback: DecisionCallback,
  format: NotificationFormat,
  body: string,
): MerchantResponse {
  const { action, url, frame } =
    format === 'REST_XML' ? xmlFields(callback, body) : jsonFields(callback, body);
  const allowedAction = availableActions[callback].find((candidate) => candidate === action);
  if (!allowedAction) return { action: 'INVALID_RESPONSE' };
  const redirect =
    allowedAction === 'SUSPEND' || allowedAction === 'SUSPEND_REPLAY' ? parseRedirect(url, frame) : undefined;
  return redirect ? { action: allowedAction, redirect } : { action: allowedAction };
}

interface ResponseFields {
  action?: unknown;
  url?: unknown;
  frame?: unknown;
}

const maxUrlLength = 2000;

/** Drops an invalid redirect, which doesn't change the merchant's decision. */
function parseRedirect(url: unknown, frame: unknown): MerchantRedirect | undefined {
  if (typeof url !== 'string' || url.length > maxUrlLength) return undefined;
  return { url, frame: frame === 'TOP' ? 'TOP' : 'CONTAINER' };
}

function jsonFields(callback: DecisionCallback, body: string): ResponseFields {
  try {
    const response = JSON.parse(body) as Record<string, Record<string, Record<string, unknown>>> | null;
    const { action, redirect } = response?.callbackResponse?.[`${callback}Response`] ?? {};
    const { url, frame } = (redirect ?? {}) as ResponseFields;
    return { action, url, frame };
  } catch {
    return {};
  }
}

/** Finds the three values of the document without an XML parser. */
function xmlFields(callback: DecisionCallback, body: string): ResponseFields {
  const response = innerXml(innerXml(body, 'callbackResponse'), `${callback}Response`);
  const redirect = innerXml(response, 'redirect');
  return {
    action: /<action>\s*([A-Z_]{1,30})\s*<\/action>/.exec(response)?.[1],
    url: unescapeXml(/<url>\s*([^<\s]+)\s*<\/url>/.exec(redirect)?.[1]),
    frame: /<frame>\s*([A-Z]{1,30})\s*<\/frame>/.exec(redirect)?.[1],
  };
}

function innerXml(document: string, element: string): string {
  const from = document.indexOf(`<${element}`);
  const to = document.lastIndexOf(`</${element}>`);
  return from < 0 || to < from ? '' : document.slice(from + element.length + 1, to);
}

const unescapeXml = (text: string | undefined): string | undefined =>
  text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
