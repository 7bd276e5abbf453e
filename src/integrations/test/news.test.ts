import { createServer, request as httpRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { fetchLimits, fetchPublic, type Wire, rssNewsSource, readRss } from '../news-source.ts';
import { isPublicAddress } from '../web/public-address.ts';

describe('an address', () => {
  test.each(['1.1.1.1', '93.184.216.34', '2606:4700:4700::1111', '2a00:1450:4009::200e'])(
    '%s is public',
    (address) => {
      expect(isPublicAddress(address)).toBe(true);
    },
  );
  test.each(
    `127.0.0.1 127.255.255.254 0.0.0.0 10.1.2.3 172.16.0.1 172.31.255.255 192.168.1.1 169.254.169.254 100.64.0.1
    192.0.2.1 198.18.0.1 224.0.0.1 255.255.255.255 ::1 :: ::ffff:127.0.0.1 ::ffff:1.1.1.1 ::127.0.0.1 fc00::1 fd12::1
    fe80::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1:: 2001:0:1::1 2001:db8::1 localhost 2130706433 0x7f.1`.split(
      /\s+/,
    ),
  )('%s is not', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('fetching', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => (server.closeAllConnections(), server.close())));
  async function serve(response: RequestListener): Promise<string> {
    const server = createServer(response).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((ready) => server.once('listening', ready));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const wire = (more: Partial<Wire> = {}): Wire => ({
    protocol: 'http:',
    request: httpRequest as Wire['request'],
    mayConnect: () => true,
    limits: { ...fetchLimits, bytes: 1000, ms: 400 },
    ...more,
  });
  const failure = (url: string, with_?: Wire) =>
    fetchPublic(url, with_).then(String, (error: Error) => error.message);

  test('connects by https only, and to no private address', async () => {
    let requests = 0;
    const url = new URL(await serve((_, reply) => reply.end(String((requests += 1)))));
    const places = [
      `https://127.0.0.1:${url.port}/`,
      `https://localhost:${url.port}/`,
      `https://[::1]:${url.port}/`,
    ];
    for (const place of places) expect(await failure(place)).toBe('is not a public address');
    expect(await failure(`https://2130706433:${url.port}/`)).toBe('is not a public address');
    expect(await failure(`http://news.example/`)).toBe('is not https');
    expect(requests).toBe(0);
  });
  test('checks every redirect: other hosts, private addresses, schemes and loops', async () => {
    const target = await serve((_, reply) => reply.end('secret'));
    const places: Record<string, string> = { '/a': `${target}/`, '/b': 'https:/b', '/c': '/c', '/d': '/e' };
    const base = await serve((request, reply) => {
      const location = places[request.url ?? ''];
      if (location === undefined) return void reply.end('news');
      reply.writeHead(302, { location }).end();
    });
    expect(await failure(`${base}/a`, wire())).toBe('redirects to another host');
    expect(await failure(`${base}/b`, wire())).toMatch(/another host|is not https/);
    expect(await failure(`${base}/c`, wire())).toBe('redirects too often');
    expect(await failure(`${base}/d`, wire())).toBe('news');
    let checks = 0;
    const allowedOnce = wire({ mayConnect: () => (checks += 1) === 1 });
    expect(await failure(`${base}/d`, allowedOnce)).toBe('is not a public address');
  });
  test('ignores news that is too large, too slow or an error', async () => {
    const large = await serve((_, reply) => reply.end('x'.repeat(1001)));
    const slow = await serve((_, reply) => void reply.write('x'));
    const broken = await serve((_, reply) => void reply.writeHead(500).end('x'));
    expect(await failure(large, wire())).toBe('is too large');
    expect(await failure(slow, wire())).toMatch(/abort/i);
    expect(await failure(broken, wire())).toBe('responded 500');
  });
});

describe('reading', () => {
  const feed = (items: string) => `<rss version="2.0"><channel><title>T</title>${items}</channel></rss>`;
  test('an item is text; links lead out by http or https only', () => {
    expect(
      readRss(
        feed(`<item><title>A &amp; B</title><link>https://news.example/a?b=1&amp;c=2</link>
          <pubDate>Fri, 20 Nov 2026 08:00:00 GMT</pubDate><dc:creator><![CDATA[Dana <b>W</b>]]></dc:creator>
          <description>&lt;p&gt;Now &lt;script&gt;alert(1)&lt;/script&gt; with &amp;euro; &#8364;&lt;/p&gt;</description></item>
          <item><title>Bad link</title><link>javascript:alert(1)</link><pubDate>soon</pubDate></item>
          <item><description>No title</description></item>`),
      ),
    ).toEqual([
      {
        title: 'A & B',
        link: 'https://news.example/a?b=1&c=2',
        pubDate: '2026-11-20T08:00:00.000Z',
        creator: 'Dana W',
        description: 'Now alert(1) with &euro; €',
      },
      { title: 'Bad link', link: '', pubDate: '', creator: '', description: '' },
    ]);
  });
  test('rejects a document with types or entities, and one that is no RSS', () => {
    const entityBomb = `<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]>${feed('<item><title>&b;</title></item>')}`;
    expect(() => readRss(entityBomb)).toThrow('document type');
    expect(() => readRss('<html><body>404</body></html>')).toThrow('not RSS');
  });
  test('long and many items are cut, and hostile ones take no time', () => {
    const many = readRss(feed(`<item><title>${'t'.repeat(5000)}</title></item>`.repeat(500)));
    expect([many.length, many[0]?.title.length]).toEqual([20, 200]);
    const hostile = [
      `<item>${'<'.repeat(300_000)}`,
      '<item '.repeat(100_000),
      `<item><title>${'&'.repeat(300_000)}</title></item>`,
    ];
    for (const text of hostile) expect(readRss(feed(text)).length).toBeLessThanOrEqual(1);
  });
});

describe('a source', () => {
  const xml = (title: string) => `<rss><channel><item><title>${title}</title></item></channel></rss>`;
  test('reads once for many requests, and keeps the result when the feed fails', async () => {
    let now = 0;
    const responses = [xml('one'), new Error('away'), xml('two')];
    const failures: unknown[] = [];
    let requests = 0;
    const source = rssNewsSource({
      url: 'https://news.example/rss',
      now: () => now,
      onFailure: (error) => failures.push(error),
      fetch: async () => {
        const response = responses[requests];
        requests += 1;
        if (typeof response !== 'string') throw response;
        return response;
      },
    });
    const titles = async () => (await source.latest()).map(({ title }) => title);
    expect(await Promise.all([titles(), titles()])).toEqual([['one'], ['one']]);
    expect(requests).toBe(1);
    now += 16 * 60_000;
    expect([await titles(), await titles()]).toEqual([['one'], ['one']]);
    expect([requests, failures.length]).toEqual([2, 1]);
    now += 2 * 60_000;
    expect(await titles()).toEqual(['one']);
    expect(await titles()).toEqual(['two']);
  });
  test('that has never responded is unavailable', async () => {
    const source = rssNewsSource({
      url: 'https://news.example/rss',
      now: () => 0,
      onFailure: () => {},
      fetch: () => Promise.reject(new Error('away')),
    });
    await expect(source.latest()).rejects.toThrow('no news');
  });
});
