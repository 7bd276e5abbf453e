/** Adds the base URL to the links of a response, which are stored as paths. */
export function withAbsoluteLinks<T extends object>(response: T, base: string): T {
  const { link } = response as { link?: { rel: string; href: string }[] };
  if (!link) return response;
  return { ...response, link: link.map(({ rel, href }) => ({ rel, href: `${base}${href}` })) };
}
