import { type LinkField, type LinkForm, linkComplaint } from '#features/smart-links/link-form.ts';
import { maxLinkTextLength } from '#features/smart-links/link-rules.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

type Wish = {
  form: LinkForm;
  /** Fields that were left once, or all of them after a try to create. */
  shown: ReadonlySet<LinkField>;
  most: number;
  change: (part: Partial<LinkForm>) => void;
  onLeave: (field: LinkField) => void;
};

/** What every field of the form has in common: its label, and its complaint once it was left. */
export function useLinkField({ form, shown, most: max, onLeave }: Wish) {
  const { t, language } = useTranslation();
  return (name: LinkField) => {
    const complaint = shown.has(name) ? linkComplaint(form, name, max) : undefined;
    const number = new Intl.NumberFormat(language).format(max);
    return {
      name,
      label: t(`smart_links.field.${name}`),
      error:
        complaint === undefined
          ? undefined
          : complaint === 'required'
            ? t(`smart_links.wrong.required.${name}`)
            : t(`smart_links.wrong.${complaint}`, { most: number, longest: maxLinkTextLength }),
      onBlur: () => onLeave(name),
    };
  };
}

export type FieldOf = ReturnType<typeof useLinkField>;

export type FieldsProps = {
  field: FieldOf;
  form: LinkForm;
  change: (part: Partial<LinkForm>) => void;
};
