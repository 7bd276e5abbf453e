import { pino, type Logger } from 'pino';

export type Log = Logger;

/**
 * Structured logs. Only named fields are ever logged of a request (method, path without query, status,
 * call, caller), so there is nothing to redact; the list is the second net.
 */
export function createLog(level: string, destination?: NodeJS.WritableStream): Log {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['password', 'newPassword', 'token', 'authorization', 'cookie', 'pan', 'cv2', '*.pan', '*.cv2'],
  };
  return destination ? pino(options, destination) : pino(options, pino.destination(2));
}
