/** Hands a CSV file that the page has made to the browser to keep. */
export function saveText(name: string, lines: readonly string[]): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', ...lines], { type: 'text/csv' }));
  const link = document.createElement('a');
  Object.assign(link, { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
