import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  clearStorage,
  cookieIn,
  readColumns,
  readCookieJson,
  readCookie,
  readSession,
  writeColumns,
  writeCookie,
  writeSession,
} from '../session/client-storage.ts';

beforeEach(() => {
  const jar = new Map<string, string>();
  vi.stubGlobal('location', { protocol: 'http:' });
  vi.stubGlobal('document', {
    get cookie() {
      return [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    },
    set cookie(text: string) {
      const [pair = '', ...attributes] = text.split('; ');
      const [name = '', value = ''] = pair.split('=');
      if (attributes.includes('Max-Age=0')) jar.delete(name);
      else jar.set(name, value);
    },
  });
  vi.stubGlobal('sessionStorage', storage());
  vi.stubGlobal('localStorage', storage());
});

function storage() {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
    removeItem: (key: string) => items.delete(key),
    clear: () => items.clear(),
  };
}

describe('cookies', () => {
  test('read back any written characters', () => {
    writeCookie('userFullName', 'Zoë; O’Hara=1, ü');
    writeCookie('userOrganization', JSON.stringify({ selectedParentOrgId: 1111 }));
    expect(readCookie('userFullName')).toBe('Zoë; O’Hara=1, ü');
    expect(readCookieJson('userOrganization')).toEqual({ selectedParentOrgId: 1111 });
  });
  test('a value that no cookie holds replaces the stored one for the tab', () => {
    writeCookie('previousStateParams', 'short');
    const long = JSON.stringify({
      selectedNodes: Array.from({ length: 1000 }, (_, index) => `${20_000 + index}`),
    });
    writeCookie('previousStateParams', long);
    expect(readCookie('previousStateParams')).toBe(long);
    expect(document.cookie).not.toContain('previousStateParams');
    writeCookie('previousStateParams', 'short again');
    expect(readCookie('previousStateParams')).toBe('short again');
    writeCookie('previousStateParams', long);
    clearStorage('logged-out');
    expect(readCookie('previousStateParams')).toBeUndefined();
  });
  test('distinguish names with the same ending', () => {
    expect(cookieIn('xuserId=1; userId=2', 'userId')).toBe('2');
    expect(cookieIn('userIdx=1', 'userId')).toBeUndefined();
  });
  test('count as missing when broken', () => {
    expect(cookieIn('userId=%E0%A4%A', 'userId')).toBeUndefined();
    writeCookie('userOrganization', '{');
    expect(readCookieJson('userOrganization')).toBeUndefined();
  });
});

describe('sign-out', () => {
  test('keeps the last payment of the terminal when the session expires', () => {
    writeSession('lastVirtualTerminalSession', { sessionId: 's' });
    clearStorage('expired');
    expect(readSession('lastVirtualTerminalSession')).toEqual({ sessionId: 's' });
    clearStorage('logged-out');
    expect(readSession('lastVirtualTerminalSession')).toBeUndefined();
  });
  test('does not store more than the browser allows', () => {
    vi.stubGlobal('sessionStorage', {
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => {},
    });
    expect(() => writeSession('orgTreeWithParent', [])).not.toThrow();
  });
  test('clears cookies and session storage, and keeps column choices', () => {
    writeCookie('authenticated', 'true');
    writeCookie('userFullName', 'Amelia Hart');
    writeSession('scopedPermissions', []);
    writeColumns('u1', 'columnsOrder', ['txn_id']);
    clearStorage('expired');
    expect(document.cookie).toBe('');
    expect(readSession('scopedPermissions')).toBeUndefined();
    expect(readColumns('u1', 'columnsOrder')).toEqual(['txn_id']);
  });
});

test('keeps all column choices of one owner', () => {
  writeColumns('u1', 'columnsOrder', ['a']);
  writeColumns('u1', 'extraColumns', ['b']);
  expect([readColumns('u1', 'columnsOrder'), readColumns('u1', 'extraColumns')]).toEqual([['a'], ['b']]);
  expect(readColumns('u2', 'columnsOrder')).toBeUndefined();
});
