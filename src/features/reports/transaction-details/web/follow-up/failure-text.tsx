import { adviseOnDecline, findOutgoingProblem } from '#shared/payments/declines.ts';
import type { OrderMode } from '../../follow-up-mode.ts';
import classes from '../details-screen.module.css';
import type { OrderResult } from './use-order.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

interface FailureProps {
  result: OrderResult;
  mode: OrderMode;
}

/** Why it failed and what to do. A message about the request is more exact than the dictionary's. */
export function FailureText({ result, mode }: FailureProps) {
  const { t } = useTranslation();
  const { reason: decline, adviceCode } = result.decline ?? { reason: 'unknown', adviceCode: null };
  const { advice } = adviseOnDecline(decline, adviceCode);
  const isOfRequest = ['unknown', 'follow_up', 'request'].includes(decline);
  const outgoing = findOutgoingProblem(mode, decline);
  const sentence = outgoing
    ? t(`details.problem.${outgoing}`)
    : isOfRequest
      ? result.reason
      : t(`declines.${decline}`);
  // Other advice is about a payment: it is about a card or the customer.
  const isAdvised = mode !== 'REFUND' || ['WAIT', 'PROCESSOR', 'CORRECT_AMOUNT'].includes(advice ?? '');
  return (
    <>
      {sentence !== undefined && <p className={classes.reasonText}>{sentence}</p>}
      {advice !== undefined && isAdvised && !outgoing && <p>{t(`decline_advice.${advice}`)}</p>}
    </>
  );
}
