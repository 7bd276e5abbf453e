/** From package.json, put in by vite.config.ts. */
declare const PRODUCT_VERSION: string;
