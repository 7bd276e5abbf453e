import { queueScope } from '#features/queue/server/queue-scope.ts';
import { handle } from '#server/handler.ts';
import * as endpoints from '../endpoints.ts';
import * as schemas from '../schemas.ts';
import { readRange } from './counted-tasks.ts';
import { listTasks } from './list-counted-tasks.ts';
import { readFigures } from './read-figures.ts';

export const getQueueFigures = handle(
  endpoints.getQueueFigures,
  schemas.getQueueFigures,
  async ({ sql, services, caller, path, query, now }) => {
    const range = readRange(query);
    const scope = await queueScope({ ...services, database: sql }, caller, path.orgId);
    return readFigures(sql, scope, range, { firstDay: query.from, now });
  },
);

export const listCountedTasks = handle(
  endpoints.listCountedTasks,
  schemas.listCountedTasks,
  async ({ sql, services, caller, path, query, now }) => {
    const range = readRange(query);
    const scope = await queueScope({ ...services, database: sql }, caller, path.orgId);
    return listTasks(sql, scope, { wanted: query, range, now });
  },
);
