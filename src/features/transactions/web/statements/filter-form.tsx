import { Button } from '@mantine/core';
import type { FormEvent } from 'react';
import type { Organisation } from '#features/organisations/endpoints.ts';
import type { FilterChoices } from '#features/transactions/statements/statement-filters.ts';
import { noFilters } from '#features/transactions/statements/statement-params.ts';
import { CheckGroup } from '#features/transactions/web/statements/check-group.tsx';
import type { FilterDraft } from '#features/transactions/web/statements/filter-draft.ts';
import { OrganisationFilter } from '#features/transactions/web/statements/organisation-filter.tsx';
import classes from '#features/transactions/web/statements/statements.module.css';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { useTranslation } from '#web/translate/use-translation.ts';

type Props = {
  choices: FilterChoices;
  /** undefined until they have come. */
  organisations: readonly Organisation[] | undefined;
  haveOrganisationsFailed: boolean;
  draft: FilterDraft;
  onReset: () => void;
  onApply: () => void;
};

/** Organisations, statuses, types and outcomes to tick; nothing happens before they are applied. */
export function FilterForm(props: Props) {
  const { choices, organisations, draft } = props;
  const { t } = useTranslation();
  function submit(event: FormEvent): void {
    event.preventDefault();
    props.onApply();
  }
  return (
    <form onSubmit={submit} aria-label={t('statements.filters')}>
      <div className={classes.filters}>
        <fieldset className={classes.group}>
          <legend>{t('statements.organisations')}</legend>
          {props.haveOrganisationsFailed ? (
            <p role="status">{t('statements.organisations_failed')}</p>
          ) : organisations == null ? (
            <SkeletonLines lines={7} lineHeight={34} />
          ) : (
            <OrganisationFilter organisations={organisations} draft={draft} />
          )}
        </fieldset>
        <CheckGroup
          title={t('statements.status')}
          values={choices.status}
          labelOf={(value) => t(`transactions.status.${value}`, { defaultValue: value })}
          draft={draft}
          name="status"
        />
        <CheckGroup
          title={t('statements.type')}
          values={choices.type}
          labelOf={(value) => t(`transactions.type.${value}`, { defaultValue: value })}
          draft={draft}
          name="type"
        />
        {choices.optimize360Outcome.length > 0 && (
          <CheckGroup
            title={t('statements.outcome')}
            values={choices.optimize360Outcome}
            labelOf={(value) => t(`transactions.outcome.${value}`, { defaultValue: value })}
            draft={draft}
            name="optimize360Outcome"
          />
        )}
      </div>
      <div className={classes.buttons}>
        <Button variant="subtle" onClick={() => draft.change(noFilters)}>
          {t('statements.clear')}
        </Button>
        <Button variant="default" onClick={props.onReset}>
          {t('statements.reset')}
        </Button>
        <Button type="submit">{t('statements.apply')}</Button>
      </div>
    </form>
  );
}
