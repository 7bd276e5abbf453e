/** Bytes of an attached file. */
export const maxFileBytes = 5 * 1024 * 1024;
const maxNameLength = 120;

/** The file types that users attach, by their first bytes, with the endings of their names. */
const kinds = {
  'image/png': { extensions: ['png'], starts: [[0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]] },
  'image/jpeg': { extensions: ['jpg', 'jpeg'], starts: [[0, 0xff, 0xd8, 0xff]] },
  // GIF87a and GIF89a.
  'image/gif': {
    extensions: ['gif'],
    starts: [
      [0, 0x47, 0x49, 0x46, 0x38, 0x37, 0x61],
      [0, 0x47, 0x49, 0x46, 0x38, 0x39, 0x61],
    ],
  },
  'image/webp': { extensions: ['webp'], starts: [[0, 0x52, 0x49, 0x46, 0x46]] },
  'application/pdf': { extensions: ['pdf'], starts: [[0, 0x25, 0x50, 0x44, 0x46, 0x2d]] },
} as const satisfies Record<
  string,
  { extensions: readonly string[]; starts: readonly (readonly number[])[] }
>;

export type AttachedFileType = keyof typeof kinds;
export const attachedFileTypes = Object.keys(kinds) as AttachedFileType[];

const startsWith = (bytes: Uint8Array, [offset = 0, ...start]: readonly number[]): boolean =>
  start.every((byte, index) => bytes[offset + index] === byte);

/** The type of a file by its first bytes; undefined for every other type. */
export function findFileType(bytes: Uint8Array): AttachedFileType | undefined {
  const type = attachedFileTypes.find((name) => kinds[name].starts.some((start) => startsWith(bytes, start)));
  // RIFF holds other formats too.
  if (type === 'image/webp' && !startsWith(bytes, [8, 0x57, 0x45, 0x42, 0x50])) return undefined;
  return type;
}

/** Control characters, and marks that change the direction in which a name is read. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * The name of a file without folders and hidden characters; undefined unless its ending fits the type, so that a
 * saved file opens with the correct program.
 */
export function cleanFileName(name: string, type: AttachedFileType): string | undefined {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const clean = last.replaceAll(hidden, '').trim();
  const dot = clean.lastIndexOf('.');
  const extension = clean.slice(dot + 1).toLowerCase();
  if (dot < 1 || !(kinds[type].extensions as readonly string[]).includes(extension)) return undefined;
  return `${clean.slice(0, Math.min(dot, maxNameLength - extension.length - 1))}.${extension}`;
}

/** The name in a response header: letters, digits, dots, hyphens and underscores. */
export function headerFileName(name: string): string {
  const dot = name.lastIndexOf('.');
  const base = name
    .slice(0, dot)
    .replaceAll(/[^\w-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return `${base === '' ? 'file' : base}${name.slice(dot)}`;
}
