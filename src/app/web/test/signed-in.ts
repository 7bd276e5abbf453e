import { startTranslation } from '#web/translate/translate.ts';
import { vi } from 'vitest';
import type { Permission } from '#shared/permissions.ts';
import { beginSession, endSession } from '#web/session/session-store.ts';

export interface Person {
  permissions?: readonly Permission[];
  isDomainUser?: boolean;
}

const organisation = (
  id: number,
  parentOrgId: number | null,
  path: string,
  type: 'DOMAIN' | 'GROUP' | 'MERCHANT',
) => ({
  id,
  name: `Organisation ${id}`,
  type,
  parentOrgId,
  parentPath: path,
  timeZone: 'Europe/London',
  active: true,
});

export const tree = [
  organisation(1000, null, '/1000', 'DOMAIN'),
  organisation(1100, 1000, '/1000/1100', 'GROUP'),
  organisation(1111, 1100, '/1000/1100/1111', 'MERCHANT'),
] as const;

/** The server of these tests: a tree, and features by organisation. */
export function stubResponses(features: Readonly<Record<number, readonly string[]>> = {}): void {
  vi.stubGlobal('fetch', (url: string) => {
    if (url.startsWith('/locales/')) return Promise.resolve(Response.json({}));
    const id = Number(/\/orgUnit\/(\d+)\//.exec(url)?.[1]);
    return Promise.resolve(Response.json(url.includes('/orgmap/') ? tree : (features[id] ?? [])));
  });
  // Screens wait for their texts, and those for the language.
  void startTranslation('');
}

/** Signs in a user at the top of the tree, as the sign-in does. */
export async function signIn({ permissions = [], isDomainUser = false }: Person = {}): Promise<void> {
  await beginSession({
    id: 'id-of-dana',
    userId: 'dana@demo.example',
    firstName: 'Dana',
    lastName: 'Whitlock',
    parentOrgId: 1000,
    parentOrgName: 'Organisation 1000',
    parentPath: '/1000',
    lockedReason: null,
    domainUser: isDomainUser,
    scopedPermissions: permissions.map((name) => ({ name, scope: '/1000', cascade: true })),
  });
}

export const signOut = (): void => endSession('logged-out');
