import { parseBrowser } from '#features/payments/payments/request/parse-browser.ts';
import { parseRequest } from '#features/payments/payments/request/parse-request.ts';
import { browserPart } from '#features/payments/payments/request/request-schemas.ts';
import type { RequestInfo } from '#server/handler.ts';
import { colourDepths } from '#shared/payments/authentication.ts';

/**
 * The payer's browser for 3-D Secure: the values that the page's script has read, with the headers and the address of the request.
 * A payer can change all of them, so impossible ones are left out and refuse no payment.
 */
export function readPayerBrowser(
  sent: Readonly<Record<string, unknown>> | undefined,
  { ip, userAgent, header }: Pick<RequestInfo, 'ip' | 'userAgent' | 'header'>,
): object | undefined {
  if (!sent) return undefined;
  const { language, screenHeight, screenWidth, timeZoneOffset } = sent;
  // A browser can have 30 bits, which the protocol lacks.
  const colorDepth = colourDepths.findLast((depth) => depth <= Number(sent.colorDepth));
  const read = browserPart.safeParse({
    acceptHeader: header('accept') ?? '*/*',
    userAgent,
    ip,
    language,
    javaScriptEnabled: true,
    // Browsers have no Java.
    javaEnabled: false,
    colorDepth,
    screenHeight,
    screenWidth,
    timeZoneOffset,
  });
  if (!read.success) return undefined;
  return parseRequest(() => parseBrowser(read.data)).ok ? read.data : undefined;
}
