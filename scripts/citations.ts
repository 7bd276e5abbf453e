import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const folders = ['src', 'scripts', 'e2e', 'docs', 'deploy', 'clients/node/src'];
const cited = /\.(md|ts|tsx|mjs|css|sql|yaml)$/;
/** Contains wrong citations on purpose. */
const ownTest = 'scripts/test/citations.test.ts';

/** Paths, headings and decision records that documents and comments cite must exist. */
export function citationComplaints(root: string): string[] {
  const records = namesIn(join(root, 'docs/decisions')).flatMap((name) => /^\d{4}/.exec(name) ?? []);
  const headings = new Map<string, ReadonlySet<string>>();
  const hasHeading = (document: string, anchor: string): boolean => {
    const anchors = headings.get(document) ?? readAnchors(readFileSync(join(root, document), 'utf8'));
    headings.set(document, anchors);
    return anchors.has(anchor);
  };
  const files = folders.flatMap((folder) => filesBelow(join(root, folder)));
  const exists = (path: string): boolean => existsSync(join(root, path));
  const complaints = citingFiles(root).flatMap((file) =>
    citationsIn(file, readFileSync(join(root, file), 'utf8')).flatMap((citation) => {
      if (citation.kind === 'paragraph')
        return [`${file}: cites a paragraph; cite a heading of docs/domain.md`];
      if (citation.kind === 'record') {
        return records.includes(citation.number)
          ? []
          : [`${file}: cites decision ${citation.number}, which does not exist`];
      }
      if (citation.kind === 'name') {
        const { name } = citation;
        return files.some((path) => path.endsWith(`/${name}`)) || exists(name)
          ? []
          : [`${file}: cites ${name}, which does not exist`];
      }
      const { path, anchor } = citation;
      if (!exists(path)) return [`${file}: cites ${path}, which does not exist`];
      if (anchor === undefined || hasHeading(path, anchor)) return [];
      return [`${file}: cites ${path}#${anchor}, a heading that does not exist`];
    }),
  );
  return [...new Set(complaints)];
}

type Citation =
  | { kind: 'path'; path: string; anchor?: string }
  | { kind: 'record'; number: string }
  | { kind: 'name'; name: string }
  | { kind: 'paragraph' };

/** The citations of one file. `file` is relative to the root. */
function citationsIn(file: string, text: string): Citation[] {
  const found: Citation[] = [];
  for (const [, path = '', anchor] of text.matchAll(/(?<![\w/.])(docs\/[\w./-]+\.md)(?:#([\w-]+))?/g)) {
    found.push({ kind: 'path', path, ...(anchor === undefined ? {} : { anchor }) });
  }
  for (const [, number = ''] of text.matchAll(/\b(?:docs\/decisions\/|[Dd]ecisions? )(\d{4})\b(?!-)/g))
    found.push({ kind: 'record', number });
  if (text.includes('\u00a7')) found.push({ kind: 'paragraph' });
  return file.endsWith('.md') ? [...found, ...citationsInDocument(file, text)] : found;
}

/** Back-ticked files and folders, and links of a document. */
function citationsInDocument(file: string, text: string): Citation[] {
  const paths = [...text.matchAll(/`((?:src|scripts|docs|e2e|deploy)\/[\w./-]+)`/g)];
  // A link that begins with a slash is an address of the product.
  // Decision records name files by the end of their path.
  const names = file.startsWith('docs/decisions/')
    ? [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|css|sql))`/g)]
    : [];
  const links = [...text.matchAll(/\]\((?!https?:|\/)([\w./-]*)(?:#([\w-]+))?\)/g)];
  return [
    ...paths.map(([, path = '']): Citation => ({ kind: 'path', path })),
    ...names.map(([, name = '']): Citation => ({ kind: 'name', name })),
    ...links.map(([, target = '', anchor]): Citation => {
      const path = target === '' ? file : join(dirname(file), target);
      return { kind: 'path', path, ...(anchor === undefined ? {} : { anchor }) };
    }),
  ];
}

/** The anchors of a document's headings, as GitHub generates them. */
export function readAnchors(markdown: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutFences(markdown).matchAll(/^#{1,6} +(.+)$/gm)) {
    const anchor = heading
      .trim()
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-');
    let unique = anchor;
    for (let copy = 1; anchors.has(unique); copy += 1) unique = `${anchor}-${copy}`;
    anchors.add(unique);
  }
  return anchors;
}

const withoutFences = (markdown: string): string => markdown.replaceAll(/^```[\s\S]*?^```/gm, '');

function citingFiles(root: string): string[] {
  const inFolders = folders
    .flatMap((folder) => filesBelow(join(root, folder)))
    .map((file) => relative(root, file));
  return [...namesIn(root), ...inFolders].filter((file) => cited.test(file) && file !== ownTest);
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? filesBelow(join(folder, entry.name)) : [join(folder, entry.name)],
  );
}

function namesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );
}
