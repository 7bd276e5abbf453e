/** What a semicolon or a comma inside does not end: comments, texts, quoted names and bodies of functions. */
const opaque = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1/g;

/** The statements of a file, without comments. Texts inside stay as they are. */
export function splitStatements(text: string): string[] {
  return splitAt(withoutComments(text), ';').filter((statement) => statement !== '');
}

/** The parts between the separators outside of brackets. */
export function splitAt(text: string, separator: ';' | ','): string[] {
  const masked = text.replaceAll(opaque, (whole) => ' '.repeat(whole.length));
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < masked.length; at += 1) {
    const character = masked[at];
    if (character === '(') depth += 1;
    else if (character === ')') depth -= 1;
    else if (character === separator && depth === 0) {
      parts.push(text.slice(start, at).trim());
      start = at + 1;
    }
  }
  return [...parts, text.slice(start).trim()];
}

function withoutComments(text: string): string {
  return text.replaceAll(opaque, (whole) =>
    whole.startsWith('--') || whole.startsWith('/*') ? ' '.repeat(Number(whole.length > 0)) : whole,
  );
}
