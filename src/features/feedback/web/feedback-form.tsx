import { Button } from '@mantine/core';
import { useId, useMemo, useState } from 'react';
import { parseBrowserInfo } from '#features/feedback/browser-info.ts';
import { sendFeedback } from '#features/feedback/endpoints.ts';
import {
  feedbackTypes,
  maxMessageLength,
  messageError,
  type FeedbackType,
} from '#features/feedback/feedback-rules.ts';
import classes from '#features/feedback/web/feedback.module.css';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { UnsavedGuard } from '#web/unsaved-guard.tsx';

/** What is typed stays until it is sent: through failures, and through the end of the session. */
export function FeedbackForm({ onSent }: { onSent: (type: FeedbackType) => void }) {
  const { t, language } = useTranslation();
  const send = useSend(sendFeedback, { isHandledHere: true });
  const [type, setType] = useState<FeedbackType>('support');
  const [message, setMessage] = useState('');
  const [isTried, setIsTried] = useState(false);
  const counterId = useId();
  const browserInfo = useMemo(() => parseBrowserInfo(navigator.userAgent), []);
  const wrong = messageError(message);
  const isTooLong = wrong === 'too-long';
  const number = new Intl.NumberFormat(language);
  const max = number.format(maxMessageLength);

  async function submit(): Promise<void> {
    setIsTried(true);
    if (wrong !== undefined || send.isPending) return;
    await send.mutateAsync({ body: { feedbackType: type, message, browserInfo } }).then(
      () => onSent(type),
      // Shown above the buttons; what was typed is still there.
      () => {},
    );
  }
  const words = {
    required: t('feedback.message_required'),
    'too-long': t('feedback.message_too_long', { max }),
  };
  const error = wrong !== undefined && (isTried || isTooLong) ? words[wrong] : undefined;
  return (
    <>
      <FormStack label={t('screen.feedback')} onSubmit={submit}>
        <SelectField
          label={t('feedback.type')}
          value={type}
          choices={feedbackTypes.map((value) => ({ value, label: t(`feedback.type_name.${value}`) }))}
          onChange={(value) => setType((value ?? type) as FeedbackType)}
        />
        <TextAreaField
          label={t('feedback.message')}
          help={t('feedback.message_help')}
          error={error}
          rows={10}
          required
          value={message}
          aria-describedby={counterId}
          onChange={(event) => setMessage(event.currentTarget.value)}
        />
        <p className={classes.below}>
          <span>
            {t('feedback.browser', {
              browser: `${browserInfo.browser} ${browserInfo.browserVersion}`,
              system: browserInfo.os,
            })}
          </span>
          <span id={counterId} className={`${classes.counter} number`} data-over={isTooLong || undefined}>
            {t('feedback.counter', { used: number.format(message.length), max })}
          </span>
        </p>
        {send.error != null && !send.isPending && (
          <Notice kind="failed" title={t('feedback.failed')}>
            {t(send.error.status === 429 ? 'feedback.too_many' : 'feedback.failed_text')}
          </Notice>
        )}
        <FormFooter>
          <Button type="submit" loading={send.isPending}>
            {t('feedback.send')}
          </Button>
        </FormFooter>
      </FormStack>
      <UnsavedGuard isDirty={message !== '' && !send.isSuccess} />
    </>
  );
}
