import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** A smaller response fits into the first packets anyway. Most responses to merchants are smaller. */
const minBytes = 2048;

const encodings = {
  br: (text: string) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string) => promisify(gzip)(text),
};

/**
 * Compresses JSON responses. A page of another site cannot learn secrets from their length: the session cookie is not
 * sent with its requests (SameSite=Strict).
 */
export function compressJson(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length < minBytes) return payload;
    if (!/^application\/(?:\w+\+)?json\b/.test(String(reply.getHeader('content-type')))) return payload;
    reply.header('vary', 'accept-encoding');
    const encoding = acceptedEncoding(String(request.headers['accept-encoding'] ?? ''));
    if (encoding === undefined) return payload;
    reply.header('content-encoding', encoding).removeHeader('content-length');
    return encodings[encoding](payload);
  });
}

/** The first supported encoding that the client accepts. A quality of zero rejects an encoding. */
function acceptedEncoding(accepted: string): keyof typeof encodings | undefined {
  const names = accepted
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .filter((part) => !/;\s*q=0(?:\.0*)?$/.test(part))
    .map((part) => part.split(';')[0]?.trim());
  return (['br', 'gzip'] as const).find((encoding) => names.includes(encoding));
}
