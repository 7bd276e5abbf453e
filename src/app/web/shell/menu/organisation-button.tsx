import { IconSelector } from '@tabler/icons-react';
import classes from './menu.module.css';
import { openOrganisationChoice } from '#features/company/organisations/web/organisation-choice.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface Props {
  isSmall?: boolean;
  onOpen?: () => void;
}

/** The organisation at work; a button only when the tree has more than one entry (docs/domain.md#organisations). */
export function OrganisationButton(props: Props) {
  const { t } = useTranslation();
  const { organisation, tree } = useSignedIn();
  const name = organisation.selectedOrgName;
  const mark = (
    <span className={classes.mark} aria-hidden>
      {name.slice(0, 1).toLocaleUpperCase()}
    </span>
  );
  if (tree.length <= 1) {
    return (
      <div className={classes.organisation} title={name}>
        {mark}
        {!props.isSmall && <span className={classes.organisationName}>{name}</span>}
      </div>
    );
  }
  return (
    <button
      type="button"
      className={classes.organisation}
      aria-haspopup="dialog"
      aria-label={props.isSmall ? `${name}, ${t('organisation.change')}` : undefined}
      title={props.isSmall ? name : undefined}
      onClick={() => {
        props.onOpen?.();
        openOrganisationChoice();
      }}
    >
      {mark}
      {!props.isSmall && (
        <>
          <span className={classes.organisationText}>
            <span className={classes.organisationName}>{name}</span>
            <span className={classes.organisationHint}>{t('organisation.change')}</span>
          </span>
          <IconSelector size={16} aria-hidden />
        </>
      )}
    </button>
  );
}
