import type { PageLanguage } from '#shared/page-languages.ts';
import { bg } from './locales/bg.ts';
import { cs } from './locales/cs.ts';
import { cy } from './locales/cy.ts';
import { da } from './locales/da.ts';
import { de } from './locales/de.ts';
import { el } from './locales/el.ts';
import { en } from './locales/en.ts';
import { es } from './locales/es.ts';
import { fi } from './locales/fi.ts';
import { fr } from './locales/fr.ts';
import { hr } from './locales/hr.ts';
import { hu } from './locales/hu.ts';
import { inId } from './locales/in-id.ts';
import { no } from './locales/no.ts';
import { pl } from './locales/pl.ts';
import { pt } from './locales/pt.ts';
import { ptBr } from './locales/pt-br.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';
import { sk } from './locales/sk.ts';
import { sl } from './locales/sl.ts';
import { sv } from './locales/sv.ts';
import { th } from './locales/th.ts';
import { zhCn } from './locales/zh-cn.ts';
import { zhTw } from './locales/zh-tw.ts';
import type { PayerTexts } from './payer-texts.ts';

export const payerTexts: Readonly<Record<PageLanguage, PayerTexts>> = {
  bg,
  zh_CN: zhCn,
  zh_TW: zhTw,
  hr,
  cs,
  da,
  en,
  fi,
  fr,
  de,
  el,
  hu,
  in_ID: inId,
  no,
  pl,
  pt,
  pt_BR: ptBr,
  ro,
  ru,
  sk,
  sl,
  es,
  sv,
  th,
  cy,
};
