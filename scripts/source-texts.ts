import { parseSync } from 'vite';

/** The texts of one source file, and the keys that it uses from the locale files. */
interface SourceTexts {
  /** Keys used by name: t('a.b'). */
  keys: { key: string; line: number }[];
  /** Keys that a template builds: t(`menu.${name}`). */
  keyPatterns: { pattern: RegExp; line: number }[];
  /** Every string of the code: a key may be in a table, an attribute or a condition. */
  literals: Set<string>;
  /** Templates such as `menu.${name}`, as patterns. */
  patterns: RegExp[];
  /** Texts for users that are in the code instead of a locale file. */
  sentences: { text: string; line: number }[];
}

/** Attributes and properties with text for users, on screen or for a screen reader. */
const displayed =
  /^(title|label|placeholder|alt|help|description|subtitle|error|note|message|text|header|caption|summary|tooltip|children|emptyText|aria-(label|description|roledescription|valuetext|placeholder)|\w+(Label|Title|Text|Message))$/;

interface Node {
  type: string;
  start: number;
  [part: string]: unknown;
}

/**
 * Reads the syntax tree of a .ts or .tsx file. Sentences are searched in .tsx only: texts belong to
 * components.
 */
export function sourceTexts(file: string, code: string): SourceTexts {
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const found: SourceTexts = { keys: [], keyPatterns: [], literals: new Set(), patterns: [], sentences: [] };
  const lineNumber = (node: Node): number => code.slice(0, node.start).split('\n').length;
  const addSentence = (node: Node, text: string): void => {
    if (file.endsWith('.tsx') && isSpeech(text))
      found.sentences.push({ text: text.trim(), line: lineNumber(node) });
  };
  const visit = (node: Node, isDisplayed: boolean): void => {
    let next = isDisplayed;
    if (node.type === 'Literal' && typeof node.value === 'string') {
      found.literals.add(node.value);
      if (isDisplayed) addSentence(node, node.value);
    } else if (node.type === 'TemplateLiteral') {
      const pieces = templatePieces(node);
      if (pieces.some((piece) => /\w\.|\.\w/.test(piece))) found.patterns.push(buildPattern(pieces));
      if (isDisplayed) for (const piece of pieces) addSentence(node, piece);
    } else if (node.type === 'JSXText') {
      addSentence(node, String(node.value));
    } else if (node.type === 'CallExpression') {
      const [first] = node.arguments as Node[];
      if (isTranslation(node.callee as Node) && first?.type === 'Literal') {
        found.keys.push({ key: String(first.value), line: lineNumber(node) });
      } else if (isTranslation(node.callee as Node) && first?.type === 'TemplateLiteral') {
        found.keyPatterns.push({ pattern: buildPattern(templatePieces(first)), line: lineNumber(node) });
      }
      next = false;
    } else if (node.type === 'JSXAttribute' || node.type === 'Property') {
      next = displayed.test(nameOf((node.name ?? node.key) as Node));
    } else if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
      for (const child of node.children as Node[]) visit(child, true);
      if (node.openingElement != null) visit(node.openingElement as Node, false);
      return;
    } else if (!/^(JSXExpressionContainer|ConditionalExpression|LogicalExpression)$/.test(node.type)) {
      next = false;
    }
    for (const [part, value] of Object.entries(node)) {
      // The test of a condition is not displayed.
      const isSkipped = part === 'test' || part === 'key' || part === 'name';
      for (const child of Array.isArray(value) ? value : [value]) {
        if (isNode(child)) visit(child, next && !isSkipped);
      }
    }
  };
  visit(program as unknown as Node, false);
  return found;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** A word has two letters or more; a single letter is a key cap or a unit. */
const isSpeech = (text: string): boolean => /\p{L}{2}/u.test(text);

function isTranslation(callee: Node): boolean {
  if (callee.type === 'MemberExpression') return nameOf(callee.property as Node) === 't';
  return callee.type === 'Identifier' && callee.name === 't';
}

const nameOf = (node: Node): string => String(node.name ?? node.value ?? '');

const templatePieces = (template: Node): string[] =>
  (template.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked);

function buildPattern(pieces: readonly string[]): RegExp {
  return new RegExp(`^${pieces.map((piece) => piece.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('.+')}$`);
}
