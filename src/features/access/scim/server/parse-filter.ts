import { type Filter, parse } from 'scim2-parse-filter';
import { refusals } from './refuse.ts';

const maxLength = 1000;
/** Comparisons in one filter. Each costs a condition in SQL. */
const maxComparisons = 30;
const maxDepth = 10;

/**
 * Parses a filter of RFC 7644, section 3.4.2.2. Throws invalidFilter. Line breaks are refused first: on an open quotation mark
 * the parser takes time that doubles with each of them.
 */
export function parseFilter(text: string): Filter {
  if (text.length > maxLength) throw refusals.filter(`The filter is longer than ${maxLength} characters`);
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u001f\u2028\u2029]/.test(text))
    throw refusals.filter('The filter contains a control character');
  const filter = parseOrRefuse(text);
  const size = measureFilter(filter, 1);
  if (size.comparisons > maxComparisons || size.depth > maxDepth)
    throw refusals.filter('The filter has too many conditions');
  return filter;
}

function parseOrRefuse(text: string): Filter {
  try {
    return parse(text);
  } catch {
    throw refusals.filter('The filter is not valid');
  }
}

function measureFilter(filter: Filter, depth: number): { comparisons: number; depth: number } {
  const children =
    filter.op === 'and' || filter.op === 'or'
      ? filter.filters
      : filter.op === 'not'
        ? [filter.filter]
        : filter.op === '[]'
          ? [filter.valFilter]
          : [];
  if (children.length === 0) return { comparisons: 1, depth };
  const sizes = children.map((child) => measureFilter(child, depth + 1));
  return {
    comparisons: sizes.reduce((sum, size) => sum + size.comparisons, 0),
    depth: Math.max(...sizes.map((size) => size.depth)),
  };
}

/** An attribute in lower case, without the address of its schema. */
export const attributeKey = (path: string): string =>
  path.replace(/^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/i, '').toLowerCase();
