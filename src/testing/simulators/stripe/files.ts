import type { SimulatedRequest } from '../http-messages.ts';
import type { StripeAccount } from './account.ts';
import type { StoredFile } from './objects.ts';
import { invalidRequest } from './stripe-error.ts';

const types: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/jpeg': 'jpg',
  'image/png': 'png',
};

/** POST /v1/files: a form with `purpose` and `file`. The bytes are not kept. */
export function createFile(account: StripeAccount, { headers, body }: SimulatedRequest): StoredFile {
  const [, boundary] = /^multipart\/form-data; boundary=(.+)$/.exec(String(headers['content-type'])) ?? [];
  if (boundary === undefined) throw invalidRequest('A file is sent as multipart/form-data.');
  const parts = body.split(`--${boundary}`).slice(1, -1);
  const read = (name: string) => parts.find((part) => part.includes(`name="${name}"`));
  const [, purpose = ''] = /\r\n\r\n(\w+)\r\n$/.exec(read('purpose') ?? '') ?? [];
  if (purpose !== 'dispute_evidence') throw invalidRequest('Invalid purpose.', { param: 'purpose' });
  const part = read('file') ?? '';
  const [, filename] = /filename="([^"]+)"/.exec(part) ?? [];
  const type = types[/Content-Type: (\S+)/.exec(part)?.[1] ?? ''];
  const content = part.slice(part.indexOf('\r\n\r\n') + 4, -2);
  if (filename === undefined || type === undefined || content === '')
    throw invalidRequest('The file is missing, empty or of another type.', { param: 'file' });
  const file: StoredFile = {
    id: account.newId('file'),
    object: 'file',
    created: account.seconds(),
    expires_at: null,
    filename,
    livemode: false,
    purpose,
    size: content.length,
    title: null,
    type,
    url: null,
  };
  account.files.set(file.id, file);
  return file;
}
