import type { NotificationFormat } from './notification-body.ts';

/** The two questions that a shop can be asked about a payment (docs/domain.md#callbacks). */
export type QuestionName = 'preAuthCallback' | 'postAuthCallback';

/** What a shop may answer to each. */
export const availableActions: Readonly<Record<QuestionName, readonly string[]>> = {
  preAuthCallback: ['PROCEED', 'CANCEL'],
  postAuthCallback: ['PROCEED', 'CANCEL'],
};

/** 'INVALID_RESPONSE': an answer came, but none that says what to do. */
export type MerchantVerdict = 'PROCEED' | 'CANCEL' | 'INVALID_RESPONSE';

/** What a shop's answer says: `callbackResponse.{question}Response.action`, in the form it was asked in. */
export function decisionIn(
  question: QuestionName,
  format: NotificationFormat,
  body: string,
): MerchantVerdict {
  const action = format === 'REST_XML' ? xmlAction(question, body) : jsonAction(question, body);
  return action === 'PROCEED' || action === 'CANCEL' ? action : 'INVALID_RESPONSE';
}

function jsonAction(question: QuestionName, body: string): unknown {
  try {
    const answer = JSON.parse(body) as Record<string, Record<string, Record<string, unknown>>> | null;
    return answer?.callbackResponse?.[`${question}Response`]?.action;
  } catch {
    return undefined;
  }
}

/** Only one word is wanted of the document, so it is looked up rather than parsed. */
function xmlAction(question: QuestionName, body: string): string | undefined {
  const answer = inside(inside(body, 'callbackResponse'), `${question}Response`);
  return /<action>\s*([A-Z_]{1,30})\s*<\/action>/.exec(answer)?.[1];
}

function inside(document: string, element: string): string {
  const from = document.indexOf(`<${element}`);
  const to = document.lastIndexOf(`</${element}>`);
  return from < 0 || to < from ? '' : document.slice(from + element.length + 1, to);
}
