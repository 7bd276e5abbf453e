import type { FastifyInstance } from 'fastify';
import { problems } from '#shared/problem.ts';

/** Requests under way in one program. More would only wait for each other, and for memory. */
const maxAtOnce = 1000;
/** Who asks whether the program lives gets an answer in any case. */
const always = new Set(['/health', '/ready']);

/** Refuses requests beyond the most with 503, which costs next to nothing. */
export function limitRequests(app: FastifyInstance, max = maxAtOnce): void {
  let underWay = 0;
  app.addHook('onRequest', async (request, reply) => {
    if (always.has(request.url)) return;
    if (underWay >= max) throw problems.busy();
    underWay += 1;
    let isOver = false;
    const leave = (): void => {
      if (!isOver) underWay -= 1;
      isOver = true;
    };
    reply.raw.once('finish', leave).once('close', leave);
  });
}
