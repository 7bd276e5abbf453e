import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { IconFolderPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Dialog } from '#ui/overlay/dialog.tsx';
import { useUiTexts } from '#ui/ui-texts.ts';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import { CallFailure, toFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { paths } from '#web/paths.ts';
import { isAllowed } from '#web/session/allowed.tsx';
import { useSession } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { openCase, openCustomerCase } from '#features/review/cases/endpoints.ts';

/** The subject of a new case: a transaction, or the payments of an email address. */
type CaseSubject = { transactionId: string } | { customerEmail: string };

/** Opens the case of a transaction or a customer and goes to it; an open case of theirs is not opened twice. */
export function useOpenCase() {
  const session = useSession();
  const navigate = useNavigate();
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const isVisible = session !== undefined && isAllowed(session, { to: openCase });
  async function open(subject: CaseSubject): Promise<void> {
    if (isBusy || session === undefined) return;
    setIsBusy(true);
    setFailure(undefined);
    try {
      const orgId = session.organisation.selectedParentOrgId;
      const { caseId } =
        'transactionId' in subject
          ? await call(openCase, { path: subject })
          : await call(openCustomerCase, { body: { orgId, ...subject } });
      await navigate(paths.case(caseId));
    } catch (cause) {
      setFailure(openFailure(cause));
    } finally {
      setIsBusy(false);
    }
  }
  return { isVisible, isBusy, failure, forget: () => setFailure(undefined), open };
}

/** An unknown transaction is not a missing page. */
function openFailure(cause: unknown): CallFailure {
  const failure = toFailure(cause);
  if (failure.status !== 404) return failure;
  return new CallFailure(404, failure.code, 'case_no_transaction', failure.requestId);
}

/** "Open a case", for users who may; its failure is shown beside it. */
export function OpenCaseButton({ subject }: { subject: CaseSubject }) {
  const { t } = useTranslation();
  const { isVisible, isBusy, failure, open } = useOpenCase();
  if (!isVisible) return null;
  return (
    <>
      <Button
        leftSection={<IconFolderPlus size={16} aria-hidden />}
        loading={isBusy}
        onClick={() => void open(subject)}
      >
        {t('cases.open')}
      </Button>
      <FailureNotice failure={failure} />
    </>
  );
}

/** The reason why a case was not opened, for an action that cannot show its own errors. */
export function OpenCaseFailure({
  failure,
  onClose,
}: {
  failure: CallFailure | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const texts = useUiTexts();
  return (
    <Dialog
      isOpen={failure !== undefined}
      onClose={onClose}
      title={t('cases.open_failed')}
      actions={
        <Button onClick={onClose} data-autofocus>
          {texts.close}
        </Button>
      }
    >
      <FailureNotice failure={failure} />
    </Dialog>
  );
}
