/** Links are kept without the address of this installation, which is written into what leaves it. */
export function withAbsoluteLinks<T extends object>(answer: T, base: string): T {
  const { link } = answer as { link?: { rel: string; href: string }[] };
  if (!link) return answer;
  return { ...answer, link: link.map(({ rel, href }) => ({ rel, href: `${base}${href}` })) };
}
