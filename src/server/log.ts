import { pino, type Logger } from 'pino';
import { currentTraceId } from '#tracing/span.ts';

export type Log = Logger;

/**
 * Structured logs. Requests are logged by named fields only (method, path without query, status, endpoint, caller). The
 * list of redacted fields is a second safeguard.
 */
export function createLog(level: string, destination?: NodeJS.WritableStream): Log {
  const options = {
    level,
    base: null,
    mixin() {
      const traceId = currentTraceId();
      return traceId === undefined ? {} : { traceId };
    },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', 'newPassword', 'token', 'authorization', 'cookie', 'pan', 'cv2', '*.pan', '*.cv2'],
  };
  return destination ? pino(options, destination) : pino(options, pino.destination(2));
}
