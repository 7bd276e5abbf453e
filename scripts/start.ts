import { buildWeb } from './build-web.ts';

await buildWeb();
await import('#app/server/main.ts');
