import { vi } from 'vitest';

/** As much of a browser as the router and the session need: cookies, storage, an address. */
export function standInForBrowser(): { cookies: Map<string, string>; local: Map<string, string> } {
  const cookies = new Map<string, string>();
  const local = new Map<string, string>();
  const document = {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [pair = '', ...attributes] = text.split('; ');
      const equals = pair.indexOf('=');
      if (attributes.includes('Max-Age=0')) cookies.delete(pair.slice(0, equals));
      else cookies.set(pair.slice(0, equals), pair.slice(equals + 1));
    },
    documentElement: {},
  };
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', { protocol: 'http:', origin: 'http://portal.test' });
  vi.stubGlobal('sessionStorage', storage(new Map()));
  vi.stubGlobal('localStorage', storage(local));
  vi.stubGlobal('window', { origin: 'http://portal.test', scrollTo: () => {}, document });
  vi.stubGlobal('self', globalThis);
  return { cookies, local };
}

function storage(items: Map<string, string>) {
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
    clear: () => items.clear(),
  };
}
