import { handle } from '#server/handler.ts';
import { searchSmartLinks as call } from '../calls.ts';
import { mostLinkOffset } from '../links-search.ts';
import { installationsInSight } from './link/installations-in-sight.ts';
import { listedLinkOf, searchOf } from './link/link-list.ts';
import { linksOf } from './link/link-store.ts';

export const searchSmartLinks = handle(call, async ({ sql, caller, subject, query, services, now }) => {
  const { offset = 0, pageSize = 25, ...criteria } = query;
  const inSight = await installationsInSight(sql, caller, subject.paths[0] ?? '');
  const installations = inSight.map(({ id }) => id);
  const search = searchOf(criteria, caller.companies, installations);
  const { links, found } = await linksOf(sql, { ...search, offset, pageSize, most: mostLinkOffset }, now);
  return {
    links: links.map((link) => listedLinkOf(link, services.config, now)),
    total: Math.min(found, mostLinkOffset),
    hasMore: found > mostLinkOffset,
  };
});
