import { useUiTexts } from '#ui/ui-texts.ts';
import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { Notice } from '#ui/feedback/notice.tsx';
import { SkeletonLines } from '#ui/feedback/skeleton-lines.tsx';
import { FormFooter } from '#ui/form/form-footer.tsx';
import { FormStack } from '#ui/form/form-stack.tsx';
import { Page } from '#ui/layout/page.tsx';
import { FailureNotice } from '../call/failure-notice.tsx';
import type { FreshResponse } from '../call/use-call.ts';
import { useSignedIn } from '../session/session-store.ts';
import { errorText } from '../translate/translate.ts';
import { UnsavedGuard } from './unsaved-guard.tsx';
import type { FormState } from './use-form.ts';

interface StoredPolicy {
  organisationId: number;
  organisationName: string;
  version: number;
  mayChange: boolean;
}

interface PageProps<P> {
  title: string;
  /** Above the policy: the tabs of its screens. */
  tabs?: ReactNode;
  policy: FreshResponse<P>;
  texts: { failed: string; forbidden: string; forbiddenText?: string; saved: string; readOnly: string };
  /** The selected organisation belongs to no company. */
  noCompany?: { title: string; text: string };
  children: (policy: P, onSaved: () => Promise<void>) => ReactNode;
}

/** A policy of the selected organisation's company. Its form follows the version that is read. */
export function CompanyPolicyPage<P extends StoredPolicy>(props: PageProps<P>) {
  const { title, tabs, policy, texts, noCompany, children } = props;
  const { organisation } = useSignedIn();
  const [isSaved, setIsSaved] = useState(false);
  const { data, error } = policy;
  const isForbidden = error?.status === 403;
  return (
    <Page width="form" title={title} subtitle={data?.organisationName ?? organisation.selectedOrgName}>
      {tabs}
      {error?.status === 404 && noCompany !== undefined ? (
        <EmptyState title={noCompany.title}>{noCompany.text}</EmptyState>
      ) : error !== null ? (
        <ErrorState
          title={isForbidden ? texts.forbidden : texts.failed}
          requestId={error.requestId}
          onRetry={() => void policy.refetch()}
        >
          {(isForbidden ? texts.forbiddenText : undefined) ?? errorText(error.message)}
        </ErrorState>
      ) : data === undefined ? (
        <SkeletonLines lines={12} />
      ) : (
        <>
          {isSaved && (
            <Notice kind="success" onClose={() => setIsSaved(false)}>
              {texts.saved}
            </Notice>
          )}
          {!data.mayChange && <Notice>{texts.readOnly}</Notice>}
          <Fragment key={data.organisationId}>
            {children(data, async () => {
              await policy.refetch();
              setIsSaved(true);
            })}
          </Fragment>
        </>
      )}
    </Page>
  );
}

interface FormProps<V extends object, R extends object> {
  label: string;
  form: FormState<V, R>;
  /** Without the right to change the policy there are no buttons. */
  mayChange: boolean;
  children: ReactNode;
}

/** The form of such a policy. */
export function CompanyPolicyForm<V extends object, R extends object>(props: FormProps<V, R>) {
  const { label, form, mayChange, children } = props;
  const { isDirty } = form;
  const texts = useUiTexts();
  return (
    <FormStack label={label} onSubmit={form.submit}>
      <UnsavedGuard isDirty={isDirty} />
      {children}
      <FailureNotice failure={form.failure} />
      {mayChange && (
        <FormFooter>
          <Button variant="default" onClick={form.reset} disabled={form.isBusy || !isDirty}>
            {texts.discardChanges}
          </Button>
          <Button type="submit" loading={form.isBusy} disabled={!isDirty}>
            {texts.saveChanges}
          </Button>
        </FormFooter>
      )}
    </FormStack>
  );
}
