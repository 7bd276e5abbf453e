/** From package.json, put in by vite.config.ts: calls name it, and locale files are asked for by it. */
export const productVersion: string = import.meta.env.VITE_PRODUCT_VERSION;
