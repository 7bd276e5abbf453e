/** The query parameters of the route `blackWhiteLists`: the open tab. */
interface StandardSearch {
  list: 'block' | 'allow';
}

export const readStandardSearch = (raw: Readonly<Record<string, string | undefined>>): StandardSearch => ({
  list: raw.list === 'allow' ? 'allow' : 'block',
});
