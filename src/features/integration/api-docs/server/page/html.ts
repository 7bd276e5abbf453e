import { escapeHtml } from '#shared/text/escape.ts';

/** Escaped HTML. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A template that escapes its values, except HTML, and joins lists. */
export function html(
  parts: TemplateStringsArray,
  ...values: readonly (string | number | Html | readonly Html[])[]
): Html {
  const rendered = values.map((value) => {
    if (value instanceof Html) return value.text;
    if (Array.isArray(value)) return value.map((part: Html) => part.text).join('');
    return escapeHtml(String(value));
  });
  return new Html(parts.map((part, index) => part + (rendered[index] ?? '')).join(''));
}

/** A table that scrolls inside itself. */
export function table(heads: readonly string[], rows: readonly (readonly Html[])[]): Html {
  return html`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          ${heads.map((head) => html`<th scope="col">${head}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}
