import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/translate/use-translation.ts';
import { sessionBody } from '#features/virtual-terminal/session-body.ts';
import {
  type TerminalConfiguration,
  type TerminalForm,
  emptyTerminalForm,
  isTouchedForm,
} from '#features/virtual-terminal/terminal-form.ts';
import { TerminalFields } from '#features/virtual-terminal/web/form/terminal-fields.tsx';
import { PaymentSection } from '#features/virtual-terminal/web/payment-section.tsx';
import { ResultSection } from '#features/virtual-terminal/web/result-section.tsx';
import { SessionNotice } from '#features/virtual-terminal/web/session-remark.tsx';
import classes from '#features/virtual-terminal/web/terminal.module.css';
import { useTerminalData } from '#features/virtual-terminal/web/use-terminal-data.ts';
import { useTerminalSession } from '#features/virtual-terminal/web/use-terminal-session.ts';
import { Page } from '#ui/layout/page.tsx';
import { useSignedIn } from '#web/session/session-store.ts';
import { startupConfig } from '#web/startup-config.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';

/**
 * /virtual-terminal: a card payment by phone or mail (docs/domain.md#virtual-terminal). Another organisation begins
 * anew.
 */
export function TerminalScreen() {
  const { organisation } = useSignedIn();
  return <Terminal key={organisation.selectedParentOrgId} />;
}

function Terminal() {
  const { t, language } = useTranslation();
  const session = useTerminalSession();
  const { stage, remark } = session;
  const [form, setForm] = useState(emptyTerminalForm);
  /** The last one that was paid: as it stands, nothing of it is unsaved. */
  const [paid, setPaid] = useState<TerminalForm>();
  const [turn, setTurn] = useState(0);
  const [last, setLast] = useState(session.lastInstallation);
  const ground = useTerminalData(form.installation, last);
  const typed = { ...form, installation: ground.installation };

  const { isLastGone } = ground;
  const { dropLast } = session;
  useEffect(() => {
    if (isLastGone) dropLast();
    // It is the same function, whatever the render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isLastGone]);

  async function submit(fitted: TerminalForm, configuration: TerminalConfiguration): Promise<void> {
    const place = {
      returnUrl: `${location.origin}/virtual-terminal/transaction-redirect`,
      skin: startupConfig().virtualTerminalSkinId,
      locale: language,
    };
    await session.start(String(configuration.installation.id), sessionBody(fitted, configuration, place));
  }

  function another(): void {
    setPaid(form);
    session.another(isTouchedForm(form) ? { name: 'form_kept' } : undefined);
  }

  const said = <SessionNotice remark={remark} onClose={session.forgetRemark} />;
  // A refusal is said where the button is; how the last session ended, where the form begins.
  const isRefused = stage.step === 'form' && remark?.name === 'not_created';
  const heading = useFormHeading(stage.step);
  const isUnsaved = stage.step === 'form' && form !== paid && isTouchedForm(form);
  return (
    <Page width="form" title={t('screen.virtualTerminal')} subtitle={t('terminal.intro')}>
      <UnsavedGuard isDirty={isUnsaved || stage.step === 'paying'} />
      <div className={classes.page}>
        {stage.step === 'form' && !isRefused && said}
        <TerminalFields
          key={turn}
          headingRef={heading}
          typed={typed}
          onType={setForm}
          ground={ground}
          isShut={stage.step !== 'form'}
          isBusy={session.isCreating}
          remark={isRefused && said}
          onSubmit={submit}
          onReset={() => {
            setForm(emptyTerminalForm);
            setLast(undefined);
            session.forgetRemark();
            setTurn(turn + 1);
          }}
        />
        {stage.step !== 'form' && said}
        {stage.step === 'paying' && (
          <PaymentSection
            stage={stage}
            isStatusUnknown={session.isStatusUnknown}
            isClosing={session.isClosing}
            onOver={session.askNow}
            onCancel={session.cancel}
          />
        )}
        {stage.step === 'result' && <ResultSection stage={stage} onAnother={another} />}
      </div>
    </Page>
  );
}

/** Back at the form the focus is at its beginning, not lost with the section that went away. */
function useFormHeading(step: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(step);
  useEffect(() => {
    if (step === 'form' && before.current !== 'form') heading.current?.focus();
    before.current = step;
  }, [step]);
  return heading;
}
