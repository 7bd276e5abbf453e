import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { insertTransaction } from '#testing/insert-transaction.ts';
import { type TestApp, startApp } from '#testing/start-app.ts';
import { signedIn, signedOutClient } from '#testing/act-as.ts';
import { maxFileBytes } from '#shared/attached-file.ts';
import { type Person, analystName, attach, cases, grant, openNewCase, png } from './case-fixtures.ts';

let app: TestApp;
let person: Person;
let caseId: string;
let nextId = 10_000_000_100;
beforeAll(async () => {
  app = await startApp();
  person = await signedIn(app, analystName);
});
afterAll(() => app.stop());
beforeEach(async () => {
  await app.owner`delete from throttle`;
  nextId += 1;
  await insertTransaction(app.owner, { txnId: nextId, email: `${nextId}@example.org` });
  caseId = await openNewCase(person.send, String(nextId));
});

const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const readFiles = async () => (await person.send('GET', `${cases}/${caseId}`)).body.files;
const add = (name: string, content: Uint8Array<ArrayBuffer>, type?: string) =>
  attach(app, person, caseId, { name, bytes: content, ...(type === undefined ? {} : { type }) });

const gif = bytes('GIF89a/*<script>alert(1)</script>*/=1;');
const jpeg = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 16]);
const pdf = bytes('%PDF-1.7\n1 0 obj');
const webp = bytes('RIFF\x10\0\0\0WEBPVP8 ');

describe('attachCaseFile', () => {
  test.each([
    ['receipt.png', png, 'image/png'],
    ['photo.JPG', jpeg, 'image/jpeg'],
    ['photo.jpeg', jpeg, 'image/jpeg'],
    ['moving.gif', gif, 'image/gif'],
    ['photo.webp', webp, 'image/webp'],
    ['letter.pdf', pdf, 'application/pdf'],
  ])('stores %s', async (name, content, contentType) => {
    const response = await add(name, content);
    expect(response).toMatchObject({ status: 200, body: { contentType, size: content.length } });
    expect(await readFiles()).toMatchObject([{ addedBy: 'Noor Rahman', contentType }]);
  });

  test('takes the type from the bytes, whatever the request names', async () => {
    expect((await add('receipt.png', png, 'text/html')).body.contentType).toBe('image/png');
  });

  test('stores a file of 5 MB', async () => {
    const large = new Uint8Array(maxFileBytes);
    large.set(png);
    expect((await add('large.png', large)).status).toBe(200);
  });

  test('rejects a file above 5 MB', async () => {
    const large = new Uint8Array(maxFileBytes + 1);
    large.set(png);
    expect(await add('large.png', large)).toMatchObject({ status: 413 });
    expect(await add('larger.png', new Uint8Array(maxFileBytes * 2))).toMatchObject({ status: 413 });
    expect(await readFiles()).toEqual([]);
  });

  test.each([
    ['HTML with the name of an image', 'page.png', bytes('<!doctype html><script>alert(1)</script>')],
    ['SVG', 'drawing.png', bytes('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
    ['a script', 'photo.jpg', bytes('#!/bin/sh')],
    ['a spreadsheet', 'report.pdf', new Uint8Array([0x50, 0x4b, 3, 4])],
    ['a program', 'photo.png', bytes('MZ\x90\0')],
    ['sound in a RIFF file', 'photo.webp', bytes('RIFF\x10\0\0\0WAVEfmt ')],
    ['a PDF behind other bytes', 'letter.pdf', bytes('<script></script>%PDF-1.7')],
    ['half a signature', 'photo.png', png.slice(0, 7)],
  ])('rejects %s', async (_title, name, content) => {
    expect(await add(name, content)).toMatchObject({ status: 400, body: { code: 'CASE_FILE_TYPE' } });
  });

  test('rejects an empty file', async () => {
    expect(await add('empty.png', new Uint8Array())).toMatchObject({
      status: 400,
      body: { code: 'CASE_FILE_EMPTY' },
    });
  });

  test.each(['photo.png.html', 'photo.svg', 'photo', '.png', 'letter.pdf', 'photo.png\u202Elmth.', 'png'])(
    'rejects the name %j for an image',
    async (name) => {
      expect(await add(name, png)).toMatchObject({ status: 400, body: { code: 'CASE_FILE_NAME' } });
    },
  );

  test.each([
    ['../../etc/passwd.png', 'passwd.png'],
    ['C:\\temp\\scan.png', 'scan.png'],
    ['a\u202Egnp.b.png', 'agnp.b.png'],
    [`${'x'.repeat(300)}.png`, `${'x'.repeat(116)}.png`],
    ['karte 9900000000000010.png', 'karte 990000******0010.png'],
    ['reçu "1".png', 'reçu "1".png'],
  ])('stores %j under a safe name', async (name, stored) => {
    expect((await add(name, png)).body.name).toBe(stored);
  });

  test('rejects the 21st file of a case', async () => {
    for (let file = 0; file < 20; file += 1) expect((await add(`${file}.png`, png)).status).toBe(200);
    expect(await add('last.png', png)).toMatchObject({ status: 409, body: { code: 'CASE_FILES_FULL' } });
  });

  test('rejects the 41st file of a user in ten minutes', async () => {
    for (let file = 0; file < 40; file += 1) await add('x.txt', bytes('x'));
    expect((await add('photo.png', png)).status).toBe(429);
  });

  test('rejects a form without a file', async () => {
    const response = await app.portal.inject({
      method: 'POST',
      url: `${cases}/${caseId}/files`,
      headers: {
        cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': person.cookies.get('XSRF-TOKEN') ?? '',
        'content-type': 'multipart/form-data; boundary=b',
      },
      payload: '--b\r\nContent-Disposition: form-data; name="note"\r\n\r\nx\r\n--b--\r\n',
    });
    expect(response.statusCode).toBe(400);
  });

  test('rejects JSON', async () => {
    expect((await person.send('POST', `${cases}/${caseId}/files`, { file: 'x' })).status).toBe(400);
  });

  test('does not read the body of a request without a session', async () => {
    const anonymousClient = { ...signedOutClient(app) };
    await anonymousClient.send('GET', '/initiation');
    const response = await attach(app, anonymousClient, caseId, {
      name: 'a.png',
      bytes: new Uint8Array(9_000_000),
    });
    expect(response.status).toBe(401);
  });

  test('rejects a user who only searches cases', async () => {
    await grant(app, 'support@harbour.example', 'queue-reviewer');
    const reader = await signedIn(app, 'support@harbour.example');
    expect((await attach(app, reader, caseId, { name: 'a.png', bytes: png })).status).toBe(403);
  });
});

describe('downloadCaseFile', () => {
  test('sends the bytes as a download that no browser shows', async () => {
    const { body } = await add('reçu <1>.gif', gif);
    const response = await app.portal.inject({
      method: 'GET',
      url: `${cases}/${caseId}/files/${body.id}`,
      headers: { cookie: [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(response.statusCode).toBe(200);
    expect(new Uint8Array(response.rawPayload)).toEqual(gif);
    expect(response.headers).toMatchObject({
      'content-type': 'image/gif',
      'content-disposition': 'attachment; filename="re_u_1.gif"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    });
    expect(response.headers['content-security-policy']).toContain("default-src 'none'");
    const [line] = await app.owner`
      select object_id, after from audit_event where act = 'downloadCaseFile' order by seq desc limit 1`;
    expect(line).toMatchObject({ objectId: caseId, after: { fileId: body.id } });
  });

  test('returns 404 for a file of another case', async () => {
    const { body } = await add('a.png', png);
    nextId += 1;
    await insertTransaction(app.owner, { txnId: nextId, email: `${nextId}@example.org` });
    const otherCase = await openNewCase(person.send, String(nextId));
    expect((await person.send('GET', `${cases}/${otherCase}/files/${body.id}`)).status).toBe(404);
    expect((await person.send('DELETE', `${cases}/${otherCase}/files/${body.id}`)).status).toBe(404);
    expect(await readFiles()).toHaveLength(1);
  });
});

test('removeCaseFile deletes the bytes and keeps the event', async () => {
  const { body } = await add('a.png', png);
  expect((await person.send('DELETE', `${cases}/${caseId}/files/${body.id}`)).status).toBe(204);
  expect((await person.send('GET', `${cases}/${caseId}/files/${body.id}`)).status).toBe(404);
  expect(await app.owner`select 1 from fraud_case_file where case_id = ${caseId}`).toEqual([]);
  const { events } = (await person.send('GET', `${cases}/${caseId}`)).body;
  expect(events.slice(0, 2)).toMatchObject([
    { kind: 'FILE_REMOVED', detail: { name: 'a.png' } },
    { kind: 'FILE_ADDED', detail: { name: 'a.png' } },
  ]);
});
