import { getSetup } from '#features/setup/setup/endpoints.ts';
import { destinationOf } from './destination-of.ts';
import classes from '#features/setup/setup/web/setup-card.module.css';
import { useCall } from '../call/use-call.ts';
import { LinkButton } from './link-button.tsx';
import { useSignedIn } from '../session/session-store.ts';
import { useTranslation } from '../translate/use-translation.ts';

/** For an empty list of a new company: the step that is missing before it can have rows. Nothing for other companies. */
export function NextStep() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const call = useCall(getSetup, { path: { orgId } }, { handlesOwnErrors: true, refetchOnMount: 'always' });
  const { steps = [], organisationId = 0, companyId = null } = call.data ?? {};
  const step = steps.find(({ id, done }) => !done && id !== 'colleague' && id !== 'apiKey');
  if (step === undefined) return null;
  const { id, mayDo, askName } = step;
  const askText = askName === null ? t('checklist.ask_anyone') : t('checklist.ask', { name: askName });
  return (
    <div className={classes.next}>
      <p>
        {t(`checklist.${id}.text`)} {!mayDo && askText}
      </p>
      {mayDo && (
        <LinkButton to={destinationOf(id, companyId ?? organisationId)} variant="default">
          {t(`checklist.${id}.action`)}
        </LinkButton>
      )}
    </div>
  );
}
