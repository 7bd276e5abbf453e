/** From package.json, put in by vite.config.ts. */
declare const __PRODUCT_VERSION__: string;
