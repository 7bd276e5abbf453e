import { parseApiId } from './api-secret.ts';

/** The credentials of a merchant's request. `apiId` is undefined for a bearer secret of another form. */
interface ApiCredentials {
  apiId: string | undefined;
  secret: string;
}

/** Reads `Basic apiId:secret` or `Bearer secret`. Undefined without credentials. */
export function readApiCredentials(authorization: string | undefined): ApiCredentials | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  if (scheme.toLowerCase() === 'bearer' && value !== '') return { apiId: parseApiId(value), secret: value };
  if (scheme.toLowerCase() !== 'basic') return undefined;
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  if (colon < 1 || decoded.includes('\0')) return undefined;
  return { apiId: decoded.slice(0, colon), secret: decoded.slice(colon + 1) };
}

/** The token of `Bearer token`. */
export function readBearer(authorization: string | undefined): string | undefined {
  const [scheme = '', value = ''] = (authorization ?? '').split(' ');
  return scheme.toLowerCase() === 'bearer' && value !== '' ? value : undefined;
}
