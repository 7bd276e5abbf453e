import type { FastifyInstance } from 'fastify';
import { insertEvents } from '#features/processing/connections/server/db/events.ts';
import { problems } from '#shared/problem.ts';
import type { Services } from '#server/services.ts';

const bodyLimit = 1_000_000;

/**
 * Where processors report by themselves: `POST /processor/{key}/events`. What is signed by the processor is stored and then
 * acknowledged; a job settles it. The key is unguessable, and no proof of anything.
 */
export async function registerProcessorEvents(app: FastifyInstance, services: Services): Promise<void> {
  await app.register((scope, _options, done) => {
    // Signatures are of the bytes that were sent.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, (_request, body, parsed) =>
      parsed(null, body),
    );
    scope.post<{ Params: { key: string } }>(
      '/processor/:key/events',
      { config: { auth: { access: 'public' } }, bodyLimit },
      async (request, reply) => {
        const { processors, database, clock, log, state } = services;
        const setup = await processors.current();
        const connection = setup.findByEventKey(request.params.key);
        if (!connection) throw problems.notFound();
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        const events = connection.readEvents({ headers, body });
        if (events === 'rejected') {
          log.warn({ connectionId: connection.id }, 'a processor event was rejected: it is not signed');
          return reply.status(401).send({ code: 'E101', message: 'not_signed' });
        }
        // Signed by the processor, so its names are few.
        for (const event of events)
          if (event.kind === 'other' && event.raw)
            state.unknownReports.inc({ name: event.name.slice(0, 80) });
        const stored = await insertEvents(database, connection.id, events, clock.now());
        log.info({ connectionId: connection.id, events: events.length, stored }, 'processor events stored');
        // Adyen repeats an event until it reads this text.
        return reply.header('content-type', 'text/plain').send('[accepted]');
      },
    );
    done();
  });
}
