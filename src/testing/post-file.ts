import type { signedIn } from './act-as.ts';
import type { TestApp } from './start-app.ts';

/** Posts a file in a form, with the session of a signed-in user, as a browser does. */
export async function postFile(
  app: TestApp,
  person: Awaited<ReturnType<typeof signedIn>>,
  url: string,
  file: string | Uint8Array<ArrayBuffer>,
  {
    name = 'values.csv',
    type = '',
    fields = {},
  }: { name?: string; type?: string; fields?: Record<string, string> } = {},
) {
  const form = new FormData();
  form.set('file', new Blob([file], { type }), name);
  for (const [field, value] of Object.entries(fields)) form.set(field, value);
  const request = new Request('http://localhost', { method: 'POST', body: form });
  const response = await app.portal.inject({
    method: 'POST',
    url,
    headers: {
      cookie: [...person.cookies].map(([cookie, value]) => `${cookie}=${value}`).join('; '),
      'x-xsrf-token': person.cookies.get('XSRF-TOKEN') ?? '',
      'content-type': request.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: JSON.parse(response.body) };
}
