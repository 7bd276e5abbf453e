/** Ours come first to an attacker's mind: product and trade. */
const houseWords = ['countinghouse', 'backoffice', 'merchant', 'payments', 'portal', 'welcome'];
/** What people write for letters. */
const lookAlikes: Readonly<Record<string, string>> = {
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
/** Shorter stems say nothing: what stands around them is most of the password. */
const minStemLength = 4;

let known: Promise<ReadonlySet<string>> | undefined;

/** The list is 49,000 entries long: read at the first question, kept, and never sent to a page. */
async function knownPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...dictionary['passwords-common'].map(String), ...houseWords]);
}

/**
 * Whether the password is one that everybody tries: on the list as it stands, or after the digits and signs
 * around it have been taken off and look-alikes undone ('P@ssword-2026!' is 'password').
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  known ??= knownPasswords();
  const list = await known;
  const lower = password.toLowerCase();
  const stems = [lower, undone(lower)].flatMap((text) => [
    text,
    trimmed(text),
    trimmed(undone(trimmed(text))),
  ]);
  return stems.some((stem) => stem.length >= minStemLength && list.has(stem));
}

const undone = (text: string) => text.replaceAll(/[@4310!$57]/g, (sign) => lookAlikes[sign] ?? sign);

/** Without what is no letter at both ends. */
const trimmed = (text: string) => text.replace(/^\P{L}+/u, '').replace(/\P{L}+$/u, '');
