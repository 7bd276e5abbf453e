const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** A fragment of HTML from the configuration as text: paragraphs become lines, nothing of it can run. */
export function stripTags(fragment: string): string {
  return fragment
    .replaceAll(/<(script|style)\b[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replaceAll(/<(br|\/p|\/li|\/h[1-6]|\/div)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*(>|$)/g, '')
    .replaceAll(/&(#\d{1,6}|\w{2,6});/g, (whole, name: string) =>
      name.startsWith('#') ? codePoint(Number(name.slice(1))) : (entities[name] ?? whole),
    )
    .replaceAll(/[ \t]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

const codePoint = (code: number): string =>
  code >= 32 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
