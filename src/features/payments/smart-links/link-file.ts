import { type CalendarDay, isCalendarDay } from '#shared/calendar-day.ts';
import { hasIssuedCardNumber } from '#shared/card-number.ts';
import { parseAmount } from '#shared/money.ts';
import { endOfDayIn } from '#shared/zoned-day.ts';
import { type PageLanguage, knownLanguage } from '#shared/page-languages.ts';
import { isExpiry, isLinkEmail, isLinkText, linkCurrencies, maxLinkTextLength } from './link-rules.ts';

/** The most rows of a file, without its heading. */
export const maxFileRows = 1000;

/** The columns of a file of links. Only the amount is required. */
export const linkColumnNames = [
  'reference',
  'amount',
  'currency',
  'email',
  'description',
  'language',
  'expires',
] as const;
export type LinkColumn = (typeof linkColumnNames)[number];

/** Headings that people and other products write, in small letters without signs. */
const headings: Readonly<Record<string, LinkColumn>> = {
  reference: 'reference',
  merchantreference: 'reference',
  invoice: 'reference',
  amount: 'amount',
  currency: 'currency',
  email: 'email',
  emailaddress: 'email',
  customeremail: 'email',
  description: 'description',
  language: 'language',
  expires: 'expires',
  expiry: 'expires',
  validuntil: 'expires',
};

export const rowErrors = [
  'missing',
  'amount',
  'thousands',
  'currency',
  'email',
  'signs',
  'long',
  'language',
  'day',
  'past',
  'card',
  'columns',
  'refused',
] as const;
export type RowError = (typeof rowErrors)[number];

interface FieldProblem {
  /** null: the row as a whole. */
  column: LinkColumn | null;
  error: RowError;
}

/** The values for rows that leave them empty. */
export interface LinkFileDefaults {
  currency: string;
  language: PageLanguage;
  /** ISO 8601. */
  expires: string;
  timeZone: string;
}

/** A row as it was read. Texts of a row with a problem are as in the file. */
export interface LinkFileRow {
  line: number;
  reference: string;
  /** Decimal text with a dot. */
  amount: string;
  currency: string;
  email: string;
  description: string;
  language: string;
  /** ISO 8601. */
  expires: string;
  problems: FieldProblem[];
}

interface FoundColumns {
  columns: (LinkColumn | undefined)[];
  /** Headings that are not used. */
  ignored: string[];
}

/** The columns by the heading. Undefined without an amount, or when one is there twice. */
export function readHeading(cells: readonly string[]): FoundColumns | undefined {
  const columns = cells.map((cell) => headings[cell.toLowerCase().replaceAll(/[^a-z]/g, '')]);
  const named = columns.filter((column) => column !== undefined);
  if (!named.includes('amount') || new Set(named).size !== named.length) return undefined;
  return {
    columns,
    ignored: cells.filter((cell, index) => columns[index] === undefined && cell.trim() !== ''),
  };
}

/** A row with the defaults, and everything that is wrong with it. */
export function readLinkRow(
  { line, cells }: { line: number; cells: readonly string[] },
  { columns }: Pick<FoundColumns, 'columns'>,
  defaults: LinkFileDefaults,
  now: Date,
): LinkFileRow {
  const cell = (column: LinkColumn): string => {
    const index = columns.indexOf(column);
    // A leading quote escapes formulas, as our own files write them.
    return index === -1 ? '' : (cells[index] ?? '').trim().replace(/^'(?=[=+\-@])/, '');
  };
  const problems: FieldProblem[] = [];
  const add = (column: LinkColumn | null, error: RowError | undefined): void => {
    if (error !== undefined) problems.push({ column, error });
  };
  if (cells.slice(columns.length).some((extra) => extra.trim() !== '')) add(null, 'columns');
  const currency = cell('currency') === '' ? defaults.currency : cell('currency').toUpperCase();
  const isCurrency = linkCurrencies.some((known) => known === currency);
  if (!isCurrency) add('currency', 'currency');
  const amount = cell('amount').replace(/,(?=\d{1,2}$)/, '.');
  add('amount', findAmountError(amount, isCurrency ? currency : 'GBP'));
  const email = cell('email');
  if (email !== '' && !isLinkEmail(email)) add('email', 'email');
  for (const column of ['reference', 'description'] as const) add(column, findTextError(cell(column)));
  const typedLanguage = cell('language');
  const language = typedLanguage === '' ? defaults.language : knownLanguage(typedLanguage);
  if (language === undefined) add('language', 'language');
  const day = cell('expires');
  const expires = day === '' ? defaults.expires : endOfTypedDay(day, defaults.timeZone);
  if (expires === undefined) add('expires', 'day');
  else if (!isExpiry(new Date(expires), now)) add('expires', 'past');
  return {
    line,
    reference: cell('reference'),
    amount,
    currency,
    email,
    description: cell('description'),
    language: language ?? typedLanguage,
    expires: expires ?? day,
    problems,
  };
}

function findAmountError(amount: string, currency: string): RowError | undefined {
  if (amount === '') return 'missing';
  // '1,250.00' and '1.250,00': the separator of thousands is another country's decimal sign.
  if (/^\d{1,3}(?:[.,' ]\d{3})+(?:[.,]\d+)?$/.test(amount)) return 'thousands';
  return parseAmount(amount, currency).ok ? undefined : 'amount';
}

function findTextError(text: string): RowError | undefined {
  if (hasIssuedCardNumber(text)) return 'card';
  if (text.length > maxLinkTextLength) return 'long';
  return isLinkText(text) ? undefined : 'signs';
}

/** The end of a day: yyyy-MM-dd, dd/mm/yyyy or dd.mm.yyyy. */
function endOfTypedDay(text: string, timeZone: string): string | undefined {
  const [, date = '', month = '', year = ''] = /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/.exec(text) ?? [];
  const day: CalendarDay = year === '' ? text : `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isCalendarDay(day) ? endOfDayIn(day, timeZone).toISOString() : undefined;
}
