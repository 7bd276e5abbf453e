/** A browser of one user: it keeps the cookies of a portal. */
export class Portal {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** The headers of a request with the session. */
  get session(): Record<string, string> {
    return {
      cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': decodeURIComponent(this.#cookies.get('XSRF-TOKEN') ?? ''),
    };
  }

  /** Returns the body of a response. Throws when it is an error. */
  async send<Body>(method: 'GET' | 'POST', path: string, body?: object): Promise<Body> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...this.session },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split('=');
      this.#cookies.set(name, value);
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`The portal refuses ${method} ${path}: ${response.status} ${text}`);
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  }

  async signIn(username: string, password: string): Promise<{ parentOrgId: number }> {
    await this.send('GET', '/initiation');
    return this.send('POST', '/auth/login', { username, password });
  }
}
