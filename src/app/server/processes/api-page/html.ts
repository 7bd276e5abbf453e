const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that has been escaped where it had to be. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A template whose values are escaped, but for those that are HTML already; lists are joined. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const shown = values.map((value) => {
    if (value instanceof Html) return value.text;
    if (Array.isArray(value)) return value.map((one: Html) => one.text).join('');
    return String(value).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? '');
  });
  return new Html(parts.map((part, at) => part + (shown[at] ?? '')).join(''));
}
