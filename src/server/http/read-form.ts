import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#shared/define-endpoint.ts';
import { formFields, isDownloadId } from '#shared/form-post.ts';
import { Problem } from '#shared/problem.ts';
import { parseJsonField } from './read-json.ts';

/** What a hidden form carries beside its request: the anti-forgery value, and whom to tell how it went. */
export interface FormPost {
  antiForgery: string;
  downloadId: string | undefined;
  /** JSON text. */
  request: string;
}

/**
 * The fields of a hidden form; undefined when the body is no form. Throws 415 where the call takes none: a form is what
 * any page of the web can post, so that few calls may read one.
 */
export function readForm(call: Endpoint, request: FastifyRequest): FormPost | undefined {
  if (!isForm(request)) return undefined;
  if (!call.takesForm) throw new Problem(415, 'UNSUPPORTED_TYPE', 'unsupported_type');
  const fields = (request.body ?? {}) as Record<string, unknown>;
  const text = (name: string): string => (typeof fields[name] === 'string' ? fields[name] : '');
  return {
    antiForgery: text(formFields.antiForgery),
    downloadId: readDownloadId(request),
    request: text(formFields.request),
  };
}

/** Known as soon as there is a body, whatever else is wrong with it. */
export function readDownloadId(request: FastifyRequest): string | undefined {
  if (!isForm(request)) return undefined;
  const id = (request.body as Record<string, unknown> | undefined)?.[formFields.downloadId];
  return isDownloadId(id) ? id : undefined;
}

/** The request of the form as a call's body. */
export const bodyOfForm = (form: FormPost): unknown => parseJsonField(form.request, formFields.request);

const isForm = (request: FastifyRequest): boolean =>
  (request.headers['content-type'] ?? '').toLowerCase().startsWith('application/x-www-form-urlencoded');
