import { type LinkField, type LinkForm, linkError } from '../link-form.ts';
import { maxLinkTextLength } from '../link-rules.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface LinkFieldInput {
  form: LinkForm;
  /** Touched fields; all of them after the first attempt to create. */
  shown: ReadonlySet<LinkField>;
  max: number;
  change: (part: Partial<LinkForm>) => void;
  onLeave: (field: LinkField) => void;
}

/** The label of a field, and its error once the field was touched. */
export function useLinkField({ form, shown, max, onLeave }: LinkFieldInput) {
  const { t, language } = useTranslation();
  return (name: LinkField) => {
    const error = shown.has(name) ? linkError(form, name, max) : undefined;
    const number = new Intl.NumberFormat(language).format(max);
    return {
      name,
      label: t(`smart_links.field.${name}`),
      error:
        error === undefined
          ? undefined
          : error === 'required'
            ? t(`smart_links.wrong.required.${name}`)
            : t(`smart_links.wrong.${error}`, { most: number, longest: maxLinkTextLength }),
      onBlur: () => onLeave(name),
    };
  };
}

export type FieldOf = ReturnType<typeof useLinkField>;

export interface FieldsProps {
  field: FieldOf;
  form: LinkForm;
  change: (part: Partial<LinkForm>) => void;
}
