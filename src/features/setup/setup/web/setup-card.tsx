import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { getSetup } from '../endpoints.ts';
import type { SetupStep } from '../schemas.ts';
import { destinationOf } from '#web/links/destination-of.ts';
import classes from './setup-card.module.css';
import { useCall } from '#web/call/use-call.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

/**
 * The remaining steps to the first payment. Empty when all are done, and in a demo
 * (docs/domain.md#first-run-checklist).
 */
export function SetupCard() {
  const { t } = useTranslation();
  const { organisation } = useSignedIn();
  const call = useCall(
    getSetup,
    { path: { orgId: organisation.selectedParentOrgId } },
    { handlesOwnErrors: true, refetchOnMount: 'always' },
  );
  const setup = call.data;
  const steps = setup?.steps ?? [];
  const doneCount = steps.filter((step) => step.done).length;
  if (setup === undefined || doneCount === steps.length) return null;
  return (
    <section className={classes.card} aria-labelledby="setup-title">
      <header className={classes.header}>
        <h2 id="setup-title">{t('checklist.title')}</h2>
        <span className="quiet-text">
          {t('checklist.count', { done: String(doneCount), all: String(steps.length) })}
        </span>
      </header>
      <ol className={classes.steps}>
        {steps.map((step, index) => (
          <Step
            key={step.id}
            step={step}
            isNext={index === steps.findIndex((step) => !step.done)}
            isBlocked={isBlocked(steps, index)}
            target={destinationOf(step.id, setup)}
          />
        ))}
      </ol>
    </section>
  );
}

/** Payment and key need an installation, which a company is created with. */
function isBlocked(steps: readonly SetupStep[], index: number): boolean {
  if (steps[index]?.id === 'colleague') return false;
  return steps.slice(0, index).some(({ id, done }) => !done && (id === 'company' || id === 'installation'));
}

interface Props {
  step: SetupStep;
  isNext: boolean;
  isBlocked: boolean;
  target: ReturnType<typeof destinationOf>;
}

function Step({ step, isNext, isBlocked: isTooEarly, target }: Props) {
  const { t } = useTranslation();
  const { id, done, name, mayDo, askName } = step;
  const ask = askName === null ? t('checklist.ask_anyone') : t('checklist.ask', { name: askName });
  const text = mayDo ? t(`checklist.${id}.text`) : ask;
  return (
    <li className={classes.step} data-done={done}>
      {done ? <IconCircleCheck size={20} aria-hidden /> : <IconCircle size={20} aria-hidden />}
      <div className={classes.text}>
        <span className={classes.name}>
          {t(`checklist.${id}.title`)}
          {done && <span className="visually-hidden"> ({t('checklist.done')})</span>}
        </span>
        <span className="quiet">
          {done ? (name ?? t('checklist.done')) : name === null ? text : t('checklist.invited', { name })}
        </span>
      </div>
      {!done && mayDo && !isTooEarly && (
        <LinkButton {...target} size="sm" variant={isNext ? 'filled' : 'default'} className={classes.action}>
          {t(`checklist.${id}.action`)}
        </LinkButton>
      )}
    </li>
  );
}
