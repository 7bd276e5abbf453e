import type { PageLanguage } from '#shared/page-languages.ts';
import type { PageView } from './schemas.ts';

/** What the document of a payment page brings along, so that its form works without further requests. */
export interface PageData {
  language: PageLanguage;
  texts: Record<string, string>;
  /** Absent on pages without a session. */
  view?: PageView;
}
