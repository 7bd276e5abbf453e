import { currencies } from '#shared/currencies.ts';
import { parseWebOrigin } from '#shared/web-origin.ts';

/** How an installation takes payments (docs/domain.md#installations). */
export const channels = ['WEB', 'MOBILE', 'MOTO', 'RETAIL', 'IVR', 'OTHER'] as const;
export type Channel = (typeof channels)[number];

/** 3-D Secure off, or on with the liability shift that a payment needs. */
export const threeDSecureChoices = ['OFF', 'NONE', 'PARTIAL', 'FULL'] as const;
export type ThreeDSecureChoice = (typeof threeDSecureChoices)[number];

export const maxInstallationName = 60;
export const maxCurrencies = 50;
export const maxSenderName = 60;
/** Bytes of a logo, before encoding. */
export const maxLogoBytes = 65_536;
export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const;
export type LogoType = (typeof logoTypes)[number];

export const isMcc = (text: string): boolean => /^\d{4}$/.test(text);
export const isCurrency = (code: string): boolean => currencies().includes(code);
export const isOrigin = (text: string): boolean => parseWebOrigin(text) !== undefined;

const signatures: readonly [LogoType, readonly (number | null)[]][] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50]],
];

/** The type of an image by its first bytes. Undefined for other files: SVG could contain scripts. */
export function detectLogoType(bytes: Uint8Array): LogoType | undefined {
  return signatures.find(([, start]) =>
    start.every((byte, index) => byte === null || bytes[index] === byte),
  )?.[0];
}
