import { useState } from 'react';
import { getSetup } from '#features/setup/setup/endpoints.ts';
import type { SetupStep } from '#features/setup/setup/schemas.ts';
import classes from '#features/setup/setup/web/setup-card.module.css';
import { destinationOf } from './destination-of.ts';
import { useCall } from '../call/use-call.ts';
import { LinkButton } from './link-button.tsx';
import { paths } from '../paths.ts';
import { useSignedIn } from '../session/session-store.ts';
import { useTranslation } from '../translate/use-translation.ts';

/** The checklist of the selected organisation, as it is now. Undefined until it has come. */
function useSetup(isEnabled = true) {
  const { organisation } = useSignedIn();
  const orgId = organisation.selectedParentOrgId;
  const options = {
    handlesOwnErrors: true,
    refetchOnMount: 'always',
    staleTime: 0,
    enabled: isEnabled,
  } as const;
  return useCall(getSetup, { path: { orgId } }, options).data;
}

/** For an empty list of a new company: the step that is missing before it can have rows. Nothing for other companies. */
export function NextStep() {
  const { t } = useTranslation();
  const setup = useSetup();
  const step = setup?.steps.find(({ id, done }) => !done && id !== 'colleague' && id !== 'apiKey');
  if (setup === undefined || step === undefined) return null;
  const { id, mayDo, askName } = step;
  const askText = askName === null ? t('checklist.ask_anyone') : t('checklist.ask', { name: askName });
  return (
    <div className={classes.next}>
      <p>
        {t(`checklist.${id}.text`)} {!mayDo && askText}
      </p>
      {mayDo && (
        <LinkButton {...destinationOf(id, setup)} variant="default">
          {t(`checklist.${id}.action`)}
        </LinkButton>
      )}
    </div>
  );
}

/** After a step of the checklist: the next one, or that it was the last. Nothing once a company is set up. */
export function SetupNext({ step, isOpen = true }: { step: SetupStep['id']; isOpen?: boolean }) {
  const { t } = useTranslation();
  const setup = useSetup(isOpen);
  // Home has read it in this visit. Where it was complete then, no step follows.
  const [before] = useState(setup);
  const isPart = setup?.steps.some(({ id }) => id === step) ?? false;
  const wasOpen = before?.steps.some(({ done }) => !done) ?? false;
  if (!isOpen || setup === undefined || !isPart || !wasOpen) return null;
  const next = setup.steps.find(({ id, done, mayDo }) => id !== step && !done && mayDo);
  return (
    <div className={classes.then}>
      <p className="quiet">
        {next === undefined
          ? t('checklist.all_done')
          : t('checklist.next', { step: t(`checklist.${next.id}.title`) })}
      </p>
      <LinkButton
        {...(next === undefined ? { to: paths.home() } : destinationOf(next.id, setup))}
        variant="default"
      >
        {next === undefined ? t('checklist.to_home') : t(`checklist.${next.id}.action`)}
      </LinkButton>
    </div>
  );
}
