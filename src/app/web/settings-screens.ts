import type { Screen } from '#app/web/screen.ts';
import { readKeysSearch } from '#features/api-keys/keys-search.ts';
import { flatText } from '#web/search-codec.ts';

/** The screens of the settings. */
export const settingsScreens: readonly Screen[] = [
  {
    name: 'apiKeys',
    path: '/settings/api-keys',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'] },
    menu: ['settings'],
    search: (raw) => ({ ...readKeysSearch(flatText(raw)) }),
    load: async () => (await import('#features/api-keys/web/keys-screen.tsx')).KeysScreen,
  },
  {
    name: 'apiKey',
    path: '/settings/api-keys/$apiId',
    place: 'shell',
    needs: { kind: 'ANY', permissions: ['P_MANAGE_API_KEYS', 'P_VIEW_AUDIT'] },
    menuUnder: 'apiKeys',
    load: async () => (await import('#features/api-keys/web/key-screen.tsx')).KeyScreen,
  },
];
