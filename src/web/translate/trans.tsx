import { cloneElement, Fragment, type ReactElement } from 'react';
import { fillTranslation } from '#shared/text/fill-placeholders.ts';
import type { Params } from './translator.ts';
import { useTranslation } from './use-translation.ts';

interface Props {
  i18nKey: string;
  count?: number;
  values?: Params;
  /** By the name of the tag in the text: `<strong>{{number}}</strong>`. */
  components: Readonly<Record<string, ReactElement>>;
}

/** A text with parts that look different; each language places them. */
export function Trans({ i18nKey, count, values = {}, components }: Props) {
  const { textOf } = useTranslation();
  const params = { ...values, count };
  // Split before it is filled, because a parameter is always text.
  const parts = (textOf(i18nKey, count) ?? i18nKey).split(/(<\w+>.*?<\/\w+>)/);
  return parts.map((part, index) => {
    const [, tag = '', inner = ''] = /^<(\w+)>(.*)<\/\1>$/.exec(part) ?? [];
    const element = components[tag];
    return element === undefined ? (
      <Fragment key={index}>{fillTranslation(part, params)}</Fragment>
    ) : (
      cloneElement(element, { key: index }, fillTranslation(inner, params))
    );
  });
}
