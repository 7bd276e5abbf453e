import { escapeHtml } from '#shared/text/escape.ts';

/** The contents of an email as plain text, to be rendered as text and HTML. */
export interface MailContents {
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

export function mailText(contents: MailContents): string {
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

export function mailHtml(contents: MailContents): string {
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
