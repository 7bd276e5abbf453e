import { numberFormat } from '#shared/text/intl-formats.ts';
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef, useState, useId, useMemo } from 'react';
import { FailureNotice } from '#web/call/failure-notice.tsx';
import {
  confirmationFor,
  type FeedbackType,
  feedbackTypes,
  maxMessageLength,
  findMessageError,
} from '../feedback-rules.ts';
import classes from './feedback.module.css';
import { Page } from '#ui/layout/page.tsx';
import { browserLocale } from '#web/translate/locale-of.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import { sendFeedback } from '../endpoints.ts';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { SelectField } from '#ui/form/select-field.tsx';
import { TextAreaField } from '#ui/form/text-area-field.tsx';
import { useSend } from '#web/call/use-call.ts';
import { useForm } from '#web/form/use-form.ts';
import { UnsavedGuard } from '#web/form/unsaved-guard.tsx';

/** /feedback: report a problem or suggest a change (docs/domain.md#feedback). The confirmation replaces the form. */
export function FeedbackScreen() {
  const { t } = useTranslation();
  const [sent, setSent] = useState<FeedbackType>();
  return (
    <Page
      width="narrow"
      title={t('screen.feedback')}
      subtitle={sent === undefined ? t('feedback.intro') : undefined}
    >
      {sent === undefined ? (
        <FeedbackForm onSent={setSent} />
      ) : (
        <Confirmation type={sent} onAnother={() => setSent(undefined)} />
      )}
    </Page>
  );
}

function Confirmation({ type, onAnother }: { type: FeedbackType; onAnother: () => void }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const kind = confirmationFor(type);
  return (
    <div className={classes.sent} role="status">
      <IconCircleCheck size={32} className={classes.icon} aria-hidden />
      <h2 ref={heading} tabIndex={-1}>
        {t(`feedback.sent.${kind}.title`)}
      </h2>
      <p>{t(`feedback.sent.${kind}.text`)}</p>
      <Button variant="default" onClick={onAnother}>
        {t('feedback.another')}
      </Button>
    </div>
  );
}

/** Keeps its text until it is sent, also after failures and an expired session. */
function FeedbackForm({ onSent }: { onSent: (type: FeedbackType) => void }) {
  const { t, language } = useTranslation();
  const send = useSend(sendFeedback, { handlesOwnErrors: true });
  const counterId = useId();
  const browserInfo = useMemo(() => parseBrowserInfo(navigator.userAgent), []);
  const number = numberFormat(browserLocale(language));
  const max = number.format(maxMessageLength);
  const form = useForm({
    initial: { feedbackType: 'support' as FeedbackType, message: '' },
    validate: ({ message }): Partial<Record<'message', 'required' | 'too-long'>> => {
      const error = findMessageError(message);
      return error === undefined ? {} : { message: error };
    },
    errorText: (error) =>
      error === 'required' ? t('feedback.message_required') : t('feedback.message_too_long', { max }),
    async send(values) {
      await send.mutateAsync({ body: { ...values, browserInfo } });
      onSent(values.feedbackType);
    },
  });
  const { feedbackType, message } = form.values;
  const isTooLong = message.length > maxMessageLength;
  return (
    <>
      <FormStack label={t('screen.feedback')} onSubmit={form.submit}>
        <SelectField
          label={t('feedback.type')}
          value={feedbackType}
          choices={feedbackTypes.map((value) => ({ value, label: t(`feedback.type_name.${value}`) }))}
          onChange={(value) => form.change({ feedbackType: (value ?? feedbackType) as FeedbackType })}
        />
        <TextAreaField
          {...form.field('message')}
          label={t('feedback.message')}
          help={t('feedback.message_help')}
          // Before the field is left: the counter shows the same.
          error={form.error('message') ?? (isTooLong && t('feedback.message_too_long', { max }))}
          rows={10}
          required
          aria-describedby={counterId}
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
        <FailureNotice failure={form.failure} title={t('feedback.failed')}>
          {t(form.failure?.status === 429 ? 'feedback.too_many' : 'feedback.failed_text')}
        </FailureNotice>
        <FormFooter>
          <Button type="submit" loading={form.isBusy}>
            {t('feedback.send')}
          </Button>
        </FormFooter>
      </FormStack>
      <UnsavedGuard isDirty={message !== '' && !send.isSuccess} />
    </>
  );
}

/** The browser and system that a feedback was sent from (docs/domain.md#feedback). */
interface BrowserInfo {
  browser: string;
  browserVersion: string;
  userAgent: string;
  device: string;
  os: string;
  osVersion: string;
}

/** The first match wins, because nearly every browser also claims to be those further down. */
const browsers: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\/([\d.]+)/],
  ['Opera', /\b(?:OPR|Opera)\/([\d.]+)/],
  ['Samsung Internet', /\bSamsungBrowser\/([\d.]+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/([\d.]+)/],
  ['Chrome', /\b(?:HeadlessChrome|Chrome|CriOS)\/([\d.]+)/],
  ['Safari', /\bVersion\/([\d.]+)[^)]*\bSafari\//],
];
const systems: readonly (readonly [name: string, version: RegExp])[] = [
  ['Windows', /\bWindows NT ([\d.]+)/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b[^)]*\bOS ([\d_]+)/],
  ['macOS', /\bMac OS X ([\d_.]+)/],
  ['Android', /\bAndroid ([\d.]+)/],
  ['ChromeOS', /\bCrOS \S+ ([\d.]+)/],
  ['Linux', /\bLinux\b()/],
];
const maxLength = 500;

/** Parses a User-Agent. Missing parts are 'unknown'. */
export function parseBrowserInfo(userAgent: string): BrowserInfo {
  const text = toOneLine(userAgent).slice(0, maxLength);
  const [browser, browserVersion] = findFirstMatch(browsers, text);
  const [os, osVersion] = findFirstMatch(systems, text);
  return {
    browser,
    browserVersion,
    userAgent: text === '' ? unknown : text,
    device: parseDevice(text),
    os,
    osVersion: osVersion.replaceAll('_', '.'),
  };
}

const unknown = 'unknown';

function findFirstMatch(patterns: readonly (readonly [string, RegExp])[], text: string): [string, string] {
  for (const [name, version] of patterns) {
    const match = version.exec(text);
    if (match) return [name, match[1] || unknown];
  }
  return [unknown, unknown];
}

function parseDevice(text: string): string {
  if (/\biPad\b|\bTablet\b|\bAndroid\b(?!.*\bMobile\b)/.test(text)) return 'tablet';
  return /\bMobile\b|\biPhone\b|\biPod\b/.test(text) ? 'phone' : 'desktop';
}

/** Removes control characters, which could break a line of the email. */
const toOneLine = (text: string): string => text.replaceAll(/\p{Cc}+/gu, ' ').trim();
