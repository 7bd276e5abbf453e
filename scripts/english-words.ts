import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceTexts } from './source-texts.ts';
import { parseTexts } from './translations.ts';

/** Upper-case words that readers know: abbreviations and trade names. */
const abbreviations = new Set(
  'API ARN BIC BIN CSV DNS ECI FIDO IBAN ID IP JCB JPEG JSON MB MM OK PDF PIN PNG QR RSS SCIM SMS TXT URL UTC UTF VPN XLS XLSX XML YY'.split(
    ' ',
  ),
);

const rules: readonly [pattern: RegExp, advice: string][] = [
  [/\be-mails?\b/i, 'write “email”'],
  [/(?<!-)\bmails?\b(?! or telephone order)/i, 'write “email” or “post”'],
  [/\b(?:whoever|somebody|someone else|nobody|anybody|whom)\b/i, 'name the actor'],
  [/\banew\b/i, 'write “again”'],
  [/\btold\b/i, 'write what is sent or shown'],
  [/\bstands\b/i, 'write “is”'],
  [/\b(?:can ?not|can[’']t|could not|couldn[’']t) be had\b/i, 'write “is unavailable”'],
  [/\bgiven up\b/i, 'write “failed”'],
  [/\bjust now\b/i, 'write “right now”'],
  [/\bnot done\b/i, 'write what failed'],
  [/\bby hand\b/i, 'write “manually”'],
  [/\bmeanwhile\b/i, 'write when it changed'],
  [/\buser names?\b/i, 'write “username”'],
  [/\bcardholders?\b/i, 'write “card holder”'],
  [/\bpost codes?\b/i, 'write “postcode”'],
  [/\bby (?:itself|themselves)\b/i, 'write “automatically”'],
  [/\b(?:black|white) ?lists?\b/i, 'write “block list” or “allow list”'],
  [/\bplease\b/i, 'leave out “please”'],
  [/[\p{L}\d”’)]!/u, 'end with a full stop'],
];

const localeFiles = ['src/app/web/public/locales/en.json', 'src/app/checkout/public/locales/en.json'];
/** English texts in code: every text of more than one word counts. */
const sourceFiles = [
  'src/server/mail/texts/en.ts',
  'src/ui/ui-texts.ts',
  'src/features/setup/home/release-notes.ts',
  'src/features/payments/schedules/schedule-change.ts',
];

/** English texts for developers, who read codes and values of the API. */
const apiFiles = [
  'src/shared/payments/reason-codes.ts',
  'src/features/integration/api-docs/openapi/operations.ts',
];

const codePattern = /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|\b[A-Z]{2,}\b|\b[A-Z]\d{3}\b/g;

/** The errors of one English text of the interface. */
export function englishComplaints(text: string): string[] {
  const codes = withoutMarks(text).match(codePattern) ?? [];
  return [
    ...codes.filter((code) => !abbreviations.has(code)).map((code) => `${code} is a raw code: write words`),
    ...wordComplaints(text),
  ];
}

/** The errors of a text for developers: codes are permitted. */
export function wordComplaints(text: string): string[] {
  const plain = withoutMarks(text);
  return rules.flatMap(([pattern, advice]) => {
    const found = pattern.exec(plain);
    return found === null ? [] : [`“${found[0]}”: ${advice}`];
  });
}

const withoutMarks = (text: string): string =>
  text.replaceAll(/\{\{[^}]*\}\}|\{\w+\}|<\/?[^>]+>|\bhttps?:\/\/\S+/g, ' ');

/** Checks the English texts of the portal, the payment page, the emails and the merchant API. */
export function englishTextComplaints(root: string): string[] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const literals = (file: string): string[] =>
    [...sourceTexts(file, read(file)).literals].filter((text) => /\s/.test(text));
  const locales = localeFiles.flatMap((file) =>
    [...parseTexts(read(file))].flatMap(([key, text]) =>
      englishComplaints(text).map((complaint) => `${file}: ${key}: ${complaint}`),
    ),
  );
  const complaints = (files: string[], find: (text: string) => string[]): string[] =>
    files.flatMap((file) =>
      literals(file).flatMap((text) => find(text).map((complaint) => `${file}: ${complaint}`)),
    );
  return [...locales, ...complaints(sourceFiles, englishComplaints), ...complaints(apiFiles, wordComplaints)];
}
