import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceTexts } from './source-texts.ts';
import { wordsIn } from './translations.ts';

/** Upper-case words that readers know: abbreviations and trade names. */
const abbreviations = new Set(
  'API BIC BIN CSV DNS ECI FIDO IBAN ID IP JCB JPEG JSON MB MM OK PDF PIN PNG QR RSS SCIM SMS TXT URL UTC UTF XLS XLSX XML YY'.split(
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
  [/\b(?:is|was|were|that was) not done\b/i, 'write what failed'],
  [/\bby (?:itself|themselves)\b/i, 'write “automatically”'],
  [/\b(?:black|white) ?lists?\b/i, 'write “block list” or “allow list”'],
  [/\bplease\b/i, 'leave out “please”'],
  [/[\p{L}\d”’)]!/u, 'end with a full stop'],
];

const localeFiles = ['src/app/web/public/locales/en.json', 'src/app/checkout/public/locales/en.json'];
/** English texts in code: every text of more than one word counts. */
const sourceFiles = [
  'src/server/mail/words/en.ts',
  'src/ui/ui-texts.ts',
  'src/features/home/release-notes.ts',
  'src/features/schedules/schedule-change.ts',
];

/** The faults of one English text of the interface. */
export function englishComplaints(text: string): string[] {
  const plain = text.replaceAll(/\{\{[^}]*\}\}|\{\w+\}|<\/?[^>]+>|\bhttps?:\/\/\S+/g, ' ');
  const codes = plain.match(/\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b|\b[A-Z]{2,}\b/g) ?? [];
  return [
    ...codes.filter((code) => !abbreviations.has(code)).map((code) => `${code} is a raw code: write words`),
    ...rules.flatMap(([pattern, advice]) => {
      const found = pattern.exec(plain);
      return found === null ? [] : [`“${found[0]}”: ${advice}`];
    }),
  ];
}

/** Checks the English texts of the portal, the payment page and the emails. */
export function englishTextComplaints(root: string): string[] {
  const read = (file: string): string => readFileSync(join(root, file), 'utf8');
  const texts: [place: string, text: string][] = localeFiles.flatMap((file) =>
    [...wordsIn(read(file))].map(([key, text]): [string, string] => [`${file}: ${key}`, text]),
  );
  for (const file of sourceFiles) {
    const { literals } = sourceTexts(file, read(file));
    for (const text of literals) if (/\s/.test(text)) texts.push([file, text]);
  }
  return texts.flatMap(([place, text]) => englishComplaints(text).map((one) => `${place}: ${one}`));
}
