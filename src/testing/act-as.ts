import { demoPassword } from '#app/server/demo/demo-users.ts';
import type { Method } from '#shared/define-endpoint.ts';
import type { TestApp } from './start-app.ts';

export interface TestResponse {
  status: number;
  // Tests look into responses freely; the contract check of the server has seen them already.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, string | string[] | number | undefined>;
}

export type Send = (
  method: Method,
  url: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<TestResponse>;

/** A browser's worth of state against the portal: cookies kept, anti-forgery value sent back. */
export function signedOutClient(app: TestApp): { send: Send; cookies: Map<string, string> } {
  const cookies = new Map<string, string>();
  const send: Send = async (method, url, body, headers = {}) => {
    const response = await app.portal.inject({
      method,
      url,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '',
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    for (const { name, value, maxAge } of response.cookies) {
      if (value === '' || maxAge === 0) cookies.delete(name);
      else cookies.set(name, value);
    }
    return { status: response.statusCode, body: parsed(response.body), headers: response.headers };
  };
  return { send, cookies };
}

/** A signed-in person: signs in through the real call. */
export async function actAs(app: TestApp, userName: string): Promise<Send> {
  return (await signedIn(app, userName)).send;
}

/** As actAs, with the cookies, for requests that go over a real connection. */
export async function signedIn(app: TestApp, userName: string): Promise<ReturnType<typeof signedOutClient>> {
  const person = signedOutClient(app);
  const { send } = person;
  await send('GET', '/initiation');
  const response = await send('POST', '/auth/login', { username: userName, password: demoPassword });
  if (response.status !== 200) throw new Error(`sign-in of ${userName}: ${JSON.stringify(response.body)}`);
  return person;
}

/** A merchant with an API key, against the gateway. */
export function actAsMerchant(app: TestApp, apiId = 'harbour-api', key = `${apiId}-key-demo`): Send {
  return async (method, url, body, headers = {}) => {
    const response = await app.gateway.inject({
      method,
      url,
      headers: { authorization: `Basic ${Buffer.from(`${apiId}:${key}`).toString('base64')}`, ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: response.statusCode, body: parsed(response.body), headers: response.headers };
  };
}

/** An identity provider with a SCIM token, against the portal. */
export function actAsProvider(app: TestApp, token: string): Send {
  return async (method, url, body, headers = {}) => {
    const response = await app.portal.inject({
      method,
      url,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status: response.statusCode, body: parsed(response.body), headers: response.headers };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
