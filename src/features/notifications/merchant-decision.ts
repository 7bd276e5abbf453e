import type { NotificationFormat } from './notification-body.ts';

/** The two questions that a shop can be asked about a payment (docs/domain.md#callbacks). */
export type QuestionName = 'preAuthCallback' | 'postAuthCallback';

const merchantActions = ['PROCEED', 'CANCEL', 'SUSPEND', 'SUSPEND_REPLAY'] as const;
type MerchantAction = (typeof merchantActions)[number];

/** What a shop may answer to each. After the authorisation the issuer holds money, so a payment cannot be suspended. */
export const availableActions: Readonly<Record<QuestionName, readonly MerchantAction[]>> = {
  preAuthCallback: merchantActions,
  postAuthCallback: ['PROCEED', 'CANCEL'],
};

/** 'INVALID_RESPONSE': an answer came, but none that says what to do. */
export type MerchantVerdict = MerchantAction | 'INVALID_RESPONSE';

/** A page of the merchant's that the payer of a suspended payment continues at. */
export interface MerchantRedirect {
  url: string;
  /** CONTAINER: in the frame of the payment page. TOP: in place of the page that contains the frame. */
  frame: 'CONTAINER' | 'TOP';
}

export interface MerchantAnswer {
  action: MerchantVerdict;
  /** Of SUSPEND and SUSPEND_REPLAY. */
  redirect?: MerchantRedirect;
}

/** Parses a shop's answer: `callbackResponse.{question}Response`, in the format of the question. */
export function decisionIn(question: QuestionName, format: NotificationFormat, body: string): MerchantAnswer {
  const { action, url, frame } =
    format === 'REST_XML' ? xmlFields(question, body) : jsonFields(question, body);
  const known = availableActions[question].find((one) => one === action);
  if (!known) return { action: 'INVALID_RESPONSE' };
  const redirect = known === 'SUSPEND' || known === 'SUSPEND_REPLAY' ? redirectOf(url, frame) : undefined;
  return redirect ? { action: known, redirect } : { action: known };
}

interface AnswerFields {
  action?: unknown;
  url?: unknown;
  frame?: unknown;
}

const maxUrlLength = 2000;

/** A redirect that is not valid is dropped: it does not change what the merchant has decided. */
function redirectOf(url: unknown, frame: unknown): MerchantRedirect | undefined {
  if (typeof url !== 'string' || url.length > maxUrlLength) return undefined;
  return { url, frame: frame === 'TOP' ? 'TOP' : 'CONTAINER' };
}

function jsonFields(question: QuestionName, body: string): AnswerFields {
  try {
    const answer = JSON.parse(body) as Record<string, Record<string, Record<string, unknown>>> | null;
    const { action, redirect } = answer?.callbackResponse?.[`${question}Response`] ?? {};
    const { url, frame } = (redirect ?? {}) as AnswerFields;
    return { action, url, frame };
  } catch {
    return {};
  }
}

/** Three values of the document are needed, so they are looked up rather than parsed. */
function xmlFields(question: QuestionName, body: string): AnswerFields {
  const answer = inside(inside(body, 'callbackResponse'), `${question}Response`);
  const redirect = inside(answer, 'redirect');
  return {
    action: /<action>\s*([A-Z_]{1,30})\s*<\/action>/.exec(answer)?.[1],
    url: unescaped(/<url>\s*([^<\s]+)\s*<\/url>/.exec(redirect)?.[1]),
    frame: /<frame>\s*([A-Z]{1,30})\s*<\/frame>/.exec(redirect)?.[1],
  };
}

function inside(document: string, element: string): string {
  const from = document.indexOf(`<${element}`);
  const to = document.lastIndexOf(`</${element}>`);
  return from < 0 || to < from ? '' : document.slice(from + element.length + 1, to);
}

const unescaped = (text: string | undefined): string | undefined =>
  text?.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
