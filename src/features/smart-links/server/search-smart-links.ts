import { handle } from '#server/handler.ts';
import { searchSmartLinks as endpoint } from '../endpoints.ts';
import { maxLinkOffset } from '../links-search.ts';
import { visibleInstallations } from './link/visible-installations.ts';
import { toListedLink, buildLinkSearch } from './link/link-list.ts';
import { listLinks } from './link/link-store.ts';

export const searchSmartLinks = handle(endpoint, async ({ sql, caller, resource, query, services, now }) => {
  const { offset = 0, pageSize = 25, ...criteria } = query;
  const inSight = await visibleInstallations(sql, caller, resource.paths[0] ?? '');
  const installations = inSight.map(({ id }) => id);
  const search = buildLinkSearch(criteria, caller.tenantIds, installations);
  const { links, found } = await listLinks(sql, { ...search, offset, pageSize, most: maxLinkOffset }, now);
  return {
    links: links.map((link) => toListedLink(link, services.config, now)),
    total: Math.min(found, maxLinkOffset),
    hasMore: found > maxLinkOffset,
  };
});
