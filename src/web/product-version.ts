/** From package.json, inserted by vite.config.ts. Sent with calls and in the addresses of locale files. */
export const productVersion: string = import.meta.env.VITE_PRODUCT_VERSION;
