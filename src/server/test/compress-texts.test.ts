import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import fastify from 'fastify';
import { expect, test } from 'vitest';
import { compressTexts } from '../http/create-app.ts';

const rows = Array.from({ length: 200 }, (_, id) => ({ id, status: 'SUCCESS' }));
const app = fastify();
compressTexts(app);
app.get('/rows', async () => rows);
app.get('/row', async () => rows[0]);
app.get('/page', async (_request, reply) => reply.type('text/html; charset=utf-8').send('<p>'.repeat(1000)));
app.get('/text', async () => 'long text '.repeat(1000));

const get = (url: string, accepted?: string) =>
  app.inject({ url, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } });

test('a long JSON response comes in the encoding that the client accepts', async () => {
  const brotli = await get('/rows', 'gzip, deflate, br');
  expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' });
  expect(JSON.parse(String(brotliDecompressSync(brotli.rawPayload)))).toEqual(rows);
  expect(brotli.rawPayload.length).toBeLessThan(JSON.stringify(rows).length / 5);
  const gzip = await get('/rows', 'gzip;q=1.0, br;q=0');
  expect(gzip.headers['content-encoding']).toBe('gzip');
  expect(JSON.parse(String(gunzipSync(gzip.rawPayload)))).toEqual(rows);
});

test('a long document is compressed', async () => {
  const brotli = await get('/page', 'br');
  expect(String(brotliDecompressSync(brotli.rawPayload))).toBe('<p>'.repeat(1000));
});

test.each([
  ['/rows', undefined],
  ['/rows', 'identity'],
  ['/rows', 'br;q=0, gzip;q=0.0'],
  ['/row', 'br'],
  ['/text', 'br'],
])('%s is sent as it is with accept-encoding %s', async (url, accepted) => {
  const response = await get(url, accepted);
  expect(response.headers['content-encoding']).toBeUndefined();
  expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
});
