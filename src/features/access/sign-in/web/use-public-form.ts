import { useEffect } from 'react';
import { CallFailure } from '#web/call/call-failure.ts';
import { call } from '#web/call/call.ts';
import { useForm } from '#web/form/use-form.ts';
import { getInitiation } from '#features/access/session/endpoints.ts';

/** A form before sign-in: it loads the anti-forgery value when it opens. */
export const usePublicForm: typeof useForm = (options) => {
  const form = useForm(options);
  const { fail } = form;
  useEffect(() => {
    call(getInitiation).catch(() => fail(new CallFailure(0, '', 'server_not_available')));
    // `fail` does the same in every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  return form;
};
