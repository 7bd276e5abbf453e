/** Words of the product and the trade, which attackers try first. */
const productNames = ['countinghouse', 'backoffice', 'merchant', 'payments', 'portal', 'welcome'];
/** Characters that users substitute for letters. */
const substitutes: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
/** Shorter stems are ignored: most of the password is around them. */
const minStemLength = 4;

let commonPasswords: Promise<ReadonlySet<string>> | undefined;

/** Loads the list of 49,000 entries once, on first use. */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'].map(String), ...productNames]);
}

/**
 * Whether the password is on the list of common ones, unchanged or without surrounding digits, punctuation and
 * substituted letters ('P@ssword-2026!' is 'password').
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  commonPasswords ??= loadCommonPasswords();
  const list = await commonPasswords;
  const lower = password.toLowerCase();
  const stems = [lower, undoSubstitutes(lower)].flatMap((text) => [
    text,
    trimToLetters(text),
    trimToLetters(undoSubstitutes(trimToLetters(text))),
  ]);
  return stems.some((stem) => stem.length >= minStemLength && list.has(stem));
}

const undoSubstitutes = (text: string) =>
  text.replaceAll(/[@4310!$57]/g, (sign) => substitutes[sign] ?? sign);

/** Trims characters that are not letters. */
const trimToLetters = (text: string) => text.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '');
