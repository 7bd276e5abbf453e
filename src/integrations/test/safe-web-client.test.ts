import { type Server, createServer } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress } from '../web/public-address.ts';
import { safeWebClient } from '../web/safe-web-client.ts';

describe('an address is public', () => {
  test.each([
    '1.1.1.1',
    '93.184.216.34',
    '2606:4700:4700::1111',
    '100.128.0.1',
    '172.32.0.1',
    '223.255.255.255',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true));
});
describe('an address is private, local or reserved', () => {
  test.each([
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '192.0.2.1',
    '198.18.0.1',
    '203.0.113.9',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:1.1.1.1',
    '64:ff9b::a00:1',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '2001:db8::1',
    '2001:0:a00:1::',
    '2002:7f00:1::',
    'localhost',
    '',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(false));
});

describe('the client', () => {
  let server: Server;
  let base: string;
  let requests = 0;
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests += 1;
      if (request.url === '/redirect') response.writeHead(302, { location: '/' }).end();
      else if (request.url === '/large') response.end('x'.repeat(100_000));
      else if (request.url === '/slow') response.write('…');
      else response.end(`${request.method} ${request.headers['x-test'] ?? ''}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const strict = safeWebClient({ isInsecureAllowed: false });
  const lenient = safeWebClient({ isInsecureAllowed: true });
  const get = { method: 'GET' } as const;

  test.each([
    ['no address', 'url'],
    ['https://user:secret@example.com/', 'url'],
    ['http://example.com/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['gopher://example.com/', 'scheme'],
    ['https://127.0.0.1/', 'address'],
    ['https://2130706433/', 'address'],
    ['https://0x7f.1/', 'address'],
    ['https://[::1]/', 'address'],
    ['https://[::ffff:169.254.169.254]/', 'address'],
  ])('refuses %s because of its %s', async (url, reason) => {
    expect(await strict.send({ ...get, url })).toEqual({ kind: 'refused', why: reason });
  });

  test('refuses a name that leads to a private address, even beside a public one', async () => {
    const resolve = ((_name, _options, done) =>
      done(null, [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.7', family: 4 },
      ])) as LookupFunction;
    const client = safeWebClient({ isInsecureAllowed: false, resolve });
    expect(await client.send({ ...get, url: 'https://inside.example/' })).toEqual({
      kind: 'refused',
      why: 'address',
    });
  });

  describe('with hosts that may be private', () => {
    const port = () => Number(new URL(base).port);
    const toLoopback = ((_name, options, done) =>
      options.all
        ? done(null, [{ address: '127.0.0.1', family: 4 }])
        : done(null, '127.0.0.1', 4)) as LookupFunction;
    const client = () =>
      safeWebClient({
        isInsecureAllowed: false,
        privateHosts: [`127.0.0.1:${port()}`, `adapter.internal:${port()}`],
        resolve: toLoopback,
      });

    test.each([
      '127.0.0.1',
      'adapter.internal',
      'ADAPTER.internal',
      'adapter.internal.',
      '0x7f.1',
      '2130706433',
    ])('reaches %s at its port', async (host) => {
      const sent = await client().send({ ...get, url: `http://${host}:${port()}/any` });
      expect(sent).toMatchObject({ kind: 'response', status: 200 });
    });

    test('refuses everything else', async () => {
      const urls: [string, string][] = [
        [`http://localhost:${port()}/`, 'scheme'],
        [`https://localhost:${port()}/`, 'address'],
        [`https://evil.example:${port()}/`, 'address'],
        [`http://127.0.0.2:${port()}/`, 'scheme'],
        [`https://127.0.0.1:${port() - 1}/`, 'address'],
        [`http://127.0.0.1/`, 'scheme'],
        [`http://[::ffff:127.0.0.1]:${port()}/`, 'scheme'],
        [`https://[::1]:${port()}/`, 'address'],
        [`http://adapter.internal.evil.example:${port()}/`, 'scheme'],
        [`http://evil.adapter.internal:${port()}/`, 'scheme'],
        [`http://adapter.internal:${port()}@evil.example/`, 'url'],
        [`ftp://127.0.0.1:${port()}/`, 'scheme'],
      ];
      const before = requests;
      for (const [url, why] of urls)
        expect([url, await client().send({ ...get, url })]).toEqual([url, { kind: 'refused', why }]);
      expect(requests).toBe(before);
    });

    test('follows no redirect from such a host', async () => {
      const before = requests;
      const sent = await client().send({ ...get, url: `http://127.0.0.1:${port()}/redirect` });
      expect(sent).toMatchObject({ kind: 'response', status: 302 });
      expect(requests).toBe(before + 1);
    });
  });

  test('connects where it may, and follows no redirect', async () => {
    const lenientResponse = await lenient.send({
      method: 'POST',
      url: base,
      headers: { 'x-test': 'yes' },
      body: '{}',
    });
    expect(lenientResponse).toMatchObject({ kind: 'response', status: 200, body: 'POST yes' });
    const before = requests;
    expect(await lenient.send({ ...get, url: `${base}/redirect` })).toMatchObject({ status: 302 });
    expect(requests).toBe(before + 1);
  });

  test('fails for responses that are too large, too slow or missing', async () => {
    expect(await lenient.send({ ...get, url: `${base}/large` })).toEqual({
      kind: 'failed',
      why: 'too-large',
      isSent: true,
    });
    const slow = await lenient.send({ ...get, url: `${base}/slow`, timeoutMs: 100 });
    expect(slow).toEqual({ kind: 'failed', why: 'timeout', isSent: true });
    expect(await lenient.send({ ...get, url: 'http://127.0.0.1:1/' })).toEqual({
      kind: 'failed',
      why: 'connection',
      isSent: false,
    });
  });

  describe('that keeps connections', () => {
    const client = safeWebClient({ isInsecureAllowed: true, keepsConnections: true });
    let keeping: Server;
    const ports: (number | undefined)[] = [];
    beforeAll(async () => {
      keeping = createServer((request, response) => {
        ports.push(request.socket.remotePort);
        if (request.url === '/cut') request.socket.resetAndDestroy();
        else response.end('answer');
      });
      await new Promise<void>((resolve) => keeping.listen(0, '127.0.0.1', resolve));
    });
    afterAll(() => {
      keeping.closeAllConnections();
      keeping.close();
    });
    const send = (path: string) =>
      client.send({ ...get, url: `http://127.0.0.1:${(keeping.address() as AddressInfo).port}${path}` });

    test('uses one for requests that follow each other', async () => {
      expect(await send('/')).toMatchObject({ kind: 'response', body: 'answer' });
      expect(await send('/')).toMatchObject({ kind: 'response', body: 'answer' });
      expect(ports).toHaveLength(2);
      expect(ports[1]).toBe(ports[0]);
    });

    test('counts a request as sent that meets the end of a kept connection, and connects again', async () => {
      await send('/');
      expect(await send('/cut')).toEqual({ kind: 'failed', why: 'connection', isSent: true });
      expect(ports.at(-1)).toBe(ports.at(-2));
      expect(await send('/')).toMatchObject({ kind: 'response', body: 'answer' });
      expect(ports.at(-1)).not.toBe(ports.at(-2));
    });
  });
});
