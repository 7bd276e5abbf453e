import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { protocolDocument } from '#integrations/processors/http/protocol-document.ts';

/** docs/adapter-protocol.openapi.json, from the schemas of the messages. */
await writeFile(join(import.meta.dirname, '..', 'docs/adapter-protocol.openapi.json'), protocolDocument());
