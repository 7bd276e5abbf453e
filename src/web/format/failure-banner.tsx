import type { ReactNode } from 'react';
import { adviceWait } from '#shared/payments/advice-codes.ts';
import { type NextStep, adviseOnDecline, explainDecline } from '#shared/payments/declines.ts';
import { Notice } from '#ui/feedback/notice.tsx';
import { LinkButton } from '../links/link-button.tsx';
import { type LinkDraft, linkDraftState } from '../links/link-draft.ts';
import { paths } from '../paths.ts';
import { Allowed } from '../session/allowed.tsx';
import { useTranslation } from '../translate/use-translation.ts';

/** The codes of a failed charge. */
interface FailedCharge {
  reasonCode: string | null;
  statusCode: string | null;
  scheme: string | null;
  adviceCode: string | null;
}

/** The text of the dictionary of declines for a failed charge, in the user's language. */
export function useFailureTexts({ reasonCode, statusCode, scheme, adviceCode }: FailedCharge) {
  const { t } = useTranslation();
  const decline = explainDecline({ reasonCode: reasonCode ?? '', statusCode, scheme });
  const { side, retry, advice, next } = adviseOnDecline(decline, adviceCode);
  const days = (adviceWait(adviceCode) ?? 0) / 24;
  return {
    decline,
    advice,
    next,
    /** False while the result is unknown. */
    isDecided: retry !== 'UNKNOWN',
    texts: {
      reason: t(`declines.${decline}`),
      advice: advice && t(`decline_advice.${advice}`),
      side: side && t(`details.problem.side.${side}`),
      retry: retry && t(`details.problem.retry.${retry}`, { days }),
      uncharged: t('details.problem.uncharged'),
    },
  };
}

interface Props {
  kind: 'failed' | 'pending' | 'info';
  title: string;
  /** Sentences in order. */
  text: readonly (string | false | undefined)[];
  /** The next step. */
  action: ReactNode;
}

/** Why a charge failed, on whose side, and what to do. */
export function FailureBanner({ kind, title, text, action }: Props) {
  return (
    <Notice kind={kind} title={title} action={action}>
      <p>{text.filter(Boolean).join(' ')}</p>
    </Notice>
  );
}

type CommonStep = Extract<NextStep, 'LINK' | 'TERMINAL' | 'RISK_CONTROLS'>;

export const isCommonStep = (next: NextStep | undefined): next is CommonStep =>
  next === 'LINK' || next === 'TERMINAL' || next === 'RISK_CONTROLS';

/** The steps that lead to the same screen from everywhere. */
export function FailureStep({ next, link }: { next: CommonStep; link: LinkDraft }) {
  const { t } = useTranslation();
  switch (next) {
    case 'LINK':
      // The payment page takes another card and the customer's authentication.
      return (
        <Allowed anyOf={['P_CREATE_SMART_LINK']}>
          <LinkButton variant="default" to={paths.createSmartLinks()} state={linkDraftState(link)}>
            {t('details.problem.link')}
          </LinkButton>
        </Allowed>
      );
    case 'TERMINAL':
      return (
        <Allowed anyOf={['P_VIRTUAL_TERMINAL']}>
          <LinkButton variant="default" to={paths.virtualTerminal()}>
            {t('details.problem.terminal')}
          </LinkButton>
        </Allowed>
      );
    case 'RISK_CONTROLS':
      return (
        <Allowed anyOf={['P_VIEW_RISK_CONTROLS']}>
          <LinkButton variant="default" to={paths.riskControls()}>
            {t('details.problem.risk_controls')}
          </LinkButton>
        </Allowed>
      );
  }
}
