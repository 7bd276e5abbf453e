/** Adds the base URL to the links of a response, which are stored as paths. */
export function withAbsoluteLinks<T extends object>(answer: T, base: string): T {
  const { link } = answer as { link?: { rel: string; href: string }[] };
  if (!link) return answer;
  return { ...answer, link: link.map(({ rel, href }) => ({ rel, href: `${base}${href}` })) };
}
