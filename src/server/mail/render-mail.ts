import { dateFormat } from '#shared/text/intl-formats.ts';
import { fillPlaceholders } from '#shared/text/fill-placeholders.ts';
import type { Locale } from '#shared/locales.ts';
import { escapeHtml } from '#shared/text/escape.ts';
import { tokenSecret } from '../auth/account-token.ts';
import type { Keys } from '../keys.ts';
import { type PageLanguage, htmlLanguage } from '#shared/page-languages.ts';
import type { MailText, MailTexts, UserFact } from './mail-texts.ts';
import { payerTexts } from './payers/all-payer-texts.ts';
import type { PayerFact } from './payers/payer-texts.ts';
import {
  type MailLanguage,
  type MailTemplate,
  type MailValues,
  type PayerTemplate,
  payerTemplates,
} from './queue-mail.ts';
import { cy } from './texts/cy.ts';
import { de } from './texts/de.ts';
import { en } from './texts/en.ts';
import { es } from './texts/es.ts';
import { fr } from './texts/fr.ts';
import { pl } from './texts/pl.ts';

interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}

/** An email as stored in the outbox. */
export type StoredMail = {
  [T in MailTemplate]: { template: T; locale: MailLanguage<T>; contents: MailValues[T] };
}[MailTemplate];

type PayerMail = Extract<StoredMail, { template: PayerTemplate }>;
const isToPayer = (mail: StoredMail): mail is PayerMail =>
  payerTemplates.some((template) => template === mail.template);

type MailFact = PayerFact | UserFact;
type Facts = Readonly<Record<PayerFact, string> & Partial<Record<UserFact, string>>>;

const userTexts: Readonly<Record<Locale, MailTexts>> = { en, de, es, fr, pl, cy };

/** The texts of an email. */
interface Texts {
  /** Emails to payers have none. */
  user: MailTexts | undefined;
  template: MailText;
  facts: Facts;
  linkHelp: string;
  footer: string;
}

function textsOf(mail: StoredMail): Texts {
  const { templates, facts, linkHelp, footer } = payerTexts[mail.locale];
  if (isToPayer(mail))
    return { user: undefined, template: templates[mail.template], facts, linkHelp, footer };
  const user = userTexts[mail.locale];
  return {
    user,
    template: user.templates[mail.template],
    facts: { ...facts, ...user.facts },
    linkHelp,
    footer,
  };
}

/** Renders an email. Links get their secret here, so that it is never stored. */
export function renderMail(mail: StoredMail, place: { portalUrl: string; keys: Keys }): RenderedMail {
  const texts = textsOf(mail);
  const { user, template, facts, footer } = texts;
  const values = Object.fromEntries(
    Object.entries(mail.contents).map(([name, value]) => [name, plain(valueIn(mail, user, name, value))]),
  );
  const fill = (text: string) => fillPlaceholders(text, values);
  const subject = fill(template.subject);
  const contents: MailContents = {
    language: htmlLanguage(mail.locale),
    subject,
    greeting: user && hasGreeting(mail.template) ? fill(user.greeting) : undefined,
    before: template.before.map(fill),
    facts: buildMailFacts(mail, facts),
    quotation: mail.template === 'feedback' ? plain(mail.contents.message, true) : undefined,
    link: buildMailLink(mail, texts, place),
    after: template.after.map(fill),
    footer: 'replyTo' in mail.contents && mail.contents.replyTo ? '' : footer,
  };
  return { subject, text: mailText(contents), html: mailHtml(contents) };
}

function buildMailLink(
  { contents }: StoredMail,
  { template, linkHelp }: Texts,
  { portalUrl, keys }: { portalUrl: string; keys: Keys },
): MailContents['link'] {
  const label = template.button;
  if (label === undefined) return undefined;
  if ('linkUrl' in contents) return { label, help: linkHelp, href: contents.linkUrl };
  if (!('tokenId' in contents)) return undefined;
  const secret = tokenSecret(keys.accountLink, contents.tokenId);
  return { label, help: linkHelp, href: `${portalUrl}/password/${secret}` };
}

/** Emails to the operator have no greeting. */
const hasGreeting = (template: MailTemplate): boolean => !operatorTemplates.includes(template);

const operatorTemplates: readonly MailTemplate[] = [
  'feedback',
  'settlementStuck',
  'processorReport',
  'reportRefused',
  'reportUnread',
  'processorOutage',
];

function buildMailFacts(mail: StoredMail, facts: Facts): [label: string, value: string][] {
  const fact = (name: MailFact, value: string): [string, string] => [facts[name] ?? '', plain(value)];
  switch (mail.template) {
    case 'usernameChange':
      return [fact('oldUsername', mail.contents.oldUsername), fact('newUsername', mail.contents.newUsername)];
    case 'passwordChanged':
    case 'authenticatorAdded':
    case 'authenticatorRemoved':
    case 'passkeyAdded':
    case 'passkeyRemoved':
    case 'recoveryCodesRenewed':
    case 'recoveryCodeUsed':
      return [fact('time', timeIn(mail.locale, mail.contents.at)), fact('ip', mail.contents.ip)];
    case 'breakGlass':
      return [
        fact('time', timeIn(mail.locale, mail.contents.at)),
        fact('validUntil', timeIn(mail.locale, mail.contents.until)),
      ];
    case 'secondFactorReset':
      return [fact('time', timeIn(mail.locale, mail.contents.at))];
    case 'signOnChanged':
    case 'organisationMoved':
    case 'apiKeyCreated':
    case 'apiKeyWidened':
    case 'apiKeyRotated':
    case 'apiKeyRevoked':
      return [
        fact('organisation', mail.contents.organisation),
        fact('time', timeIn(mail.locale, mail.contents.at)),
        fact('ip', mail.contents.ip),
      ].filter(([, value]) => value !== '');
    case 'newDevice':
      return [
        fact('time', timeIn(mail.locale, mail.contents.at)),
        fact('device', mail.contents.device),
        fact('ip', mail.contents.ip),
      ];
    case 'smartLink':
    case 'smartLinkReminder':
      return linkFacts(mail, fact);
    case 'feedback':
      return [
        fact('from', `${mail.contents.name} <${mail.contents.from}>`),
        fact('organisation', mail.contents.organisation),
        fact('feedbackType', mail.contents.feedbackType),
        ...Object.entries(mail.contents.browserInfo).map(([name, value]): [string, string] => [
          plain(name),
          plain(value),
        ]),
      ];
    case 'approvalAsked':
    case 'approvalApproved':
    case 'approvalRejected':
    case 'approvalExpired':
      return [
        fact('organisation', mail.contents.organisation),
        fact('amount', mail.contents.amount),
        fact('reference', mail.contents.reference),
      ].filter(([, value]) => value !== '');
    case 'paymentReceipt':
    case 'reservationReceipt':
    case 'refundNotice': {
      const { merchant, amount, card, reference, at, timeZone } = mail.contents;
      return [
        fact('merchant', merchant),
        fact('amount', amount),
        ...(card === '' ? [] : [fact('card', card)]),
        fact('reference', reference),
        fact('time', timeIn(mail.locale, at, timeZone)),
        ...(mail.template === 'refundNotice' ? trackingFacts(mail, fact) : []),
      ];
    }
    default:
      return [];
  }
}

function linkFacts(
  { locale, contents }: Extract<StoredMail, { template: 'smartLink' | 'smartLinkReminder' }>,
  fact: (name: MailFact, value: string) => [string, string],
): [string, string][] {
  return [
    fact('amount', contents.amount),
    fact('reference', contents.reference ?? ''),
    fact('description', contents.description),
    fact('validUntil', timeIn(locale, contents.expires)),
  ].filter(([, value]) => value !== '');
}

/** What the payer's bank needs to find a refund, where the processor gives it. */
function trackingFacts(
  { locale, contents: { expected, arn } }: Extract<StoredMail, { template: 'refundNotice' }>,
  fact: (name: MailFact, value: string) => [string, string],
): [string, string][] {
  return [
    ...(expected === '' ? [] : [fact('expectedBy', dayIn(locale, expected))]),
    ...(arn === '' ? [] : [fact('arn', arn)]),
  ];
}

function valueIn(mail: StoredMail, user: MailTexts | undefined, name: string, value: unknown): string {
  if (name === 'since') return formatSince(mail, String(value));
  if (user && name === 'action' && 'action' in mail.contents) return user.approvals[mail.contents.action];
  return String(value ?? '');
}

/** Operators compare the time with logs, so theirs stays in ISO 8601. */
const formatSince = ({ template, locale }: StoredMail, iso: string): string =>
  operatorTemplates.includes(template) ? iso : timeIn(locale, iso);

function timeIn(locale: PageLanguage, iso: string, timeZone = 'UTC'): string {
  const format = dateFormat(datesIn(locale), { dateStyle: 'long', timeStyle: 'long', timeZone });
  return format.format(new Date(iso));
}

/** A day without a time, yyyy-MM-dd. */
const dayIn = (locale: PageLanguage, day: string): string =>
  dateFormat(datesIn(locale), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

/** As the portal writes dates in English. */
const datesIn = (locale: PageLanguage): string => (locale === 'en' ? 'en-GB' : htmlLanguage(locale));

/** Removes control and direction characters, which could disguise a value as another part of the email. */
function plain(text: string, hasLineBreaks = false): string {
  const cleaned = text
    .replaceAll('\r\n', '\n')
    .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '');
  return hasLineBreaks
    ? cleaned.replaceAll(/(?!\n)\p{Cc}/gu, ' ')
    : cleaned.replaceAll(/\p{Cc}+/gu, ' ').slice(0, 500);
}

/** The contents of an email as plain text, to be rendered as text and HTML. */
interface MailContents {
  language: string;
  subject: string;
  greeting: string | undefined;
  before: readonly string[];
  facts: readonly (readonly [label: string, value: string])[];
  quotation: string | undefined;
  link: { label: string; help: string; href: string } | undefined;
  after: readonly string[];
  footer: string;
}

/** The style of all emails, allowed by its hash. Emails load no external content. */
export const mailStyle = [
  'body{margin:0;padding:24px;background:#f6f7f9;color:#1b2430;font:16px/1.5 Arial,Helvetica,sans-serif}',
  'main{max-width:560px;margin:0 auto;padding:32px;background:#fff;border:1px solid #dfe3e8;border-radius:8px}',
  'p{margin:0 0 16px}',
  '.button{display:inline-block;padding:12px 20px;border-radius:6px;background:#1f5fbf;color:#fff;text-decoration:none;font-weight:bold}',
  '.small{color:#5a6573;font-size:14px;overflow-wrap:anywhere}',
  'dl{margin:0 0 16px}dt{color:#5a6573;font-size:14px}dd{margin:0 0 8px;overflow-wrap:anywhere}',
  'blockquote{margin:0 0 16px;padding:0 0 0 16px;border-left:3px solid #dfe3e8;white-space:pre-wrap;overflow-wrap:anywhere}',
].join('\n');

function mailText(contents: MailContents): string {
  const { link } = contents;
  const blocks = [
    contents.greeting,
    ...contents.before,
    contents.facts.map(([label, value]) => `${label}: ${value}`).join('\n'),
    contents.quotation?.replaceAll(/^/gm, '> '),
    link && `${link.label}:\n${link.href}`,
    ...contents.after,
    // Email programs recognise this line as the start of a signature.
    ...(contents.footer === '' ? [] : [`-- \n${contents.footer}`]),
  ];
  return `${blocks.filter((block) => block !== undefined && block !== '').join('\n\n')}\n`;
}

function mailHtml(contents: MailContents): string {
  const { link } = contents;
  const paragraph = (text: string) => `<p>${escapeHtml(text)}</p>`;
  const facts = contents.facts.map(
    ([label, value]) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`,
  );
  const href = link && escapeHtml(link.href);
  const body = [
    ...(contents.greeting === undefined ? [] : [paragraph(contents.greeting)]),
    ...contents.before.map(paragraph),
    ...(facts.length === 0 ? [] : [`<dl>${facts.join('')}</dl>`]),
    ...(contents.quotation === undefined
      ? []
      : [`<blockquote>${escapeHtml(contents.quotation)}</blockquote>`]),
    ...(link
      ? [
          `<p><a class="button" href="${href}">${escapeHtml(link.label)}</a></p>`,
          `<p class="small">${escapeHtml(link.help)}<br>${href}</p>`,
        ]
      : []),
    ...contents.after.map(paragraph),
    contents.footer === '' ? '' : `<p class="small">${escapeHtml(contents.footer)}</p>`,
  ];
  return `<!doctype html>
<html lang="${escapeHtml(contents.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(contents.subject)}</title>
<style>${mailStyle}</style>
</head>
<body>
<main>
${body.join('\n')}
</main>
</body>
</html>
`;
}
