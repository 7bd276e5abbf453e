import { useRouter, useRouterState } from '@tanstack/react-router';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import classes from './pages.module.css';
import { useAddress } from '#web/address.ts';
import { LinkButton } from '#web/links/link-button.tsx';
import { paths } from '#web/paths.ts';
import { inAppTarget } from '#web/session/in-app-target.ts';
import { useSignedIn } from '#web/session/session-store.ts';
import { useTranslation } from '#web/translate/use-translation.ts';

const readErrorParams = ({ errorCode }: { errorCode?: string }) => ({ errorCode });

/** The data of an error page in its history entry: the address of the failed call, and the request id for support. */
export interface ErrorNavigation {
  failedAt?: string;
  requestId?: string;
}

/**
 * /error?errorCode=…: 401 and 403 forbidden, 404 not found, anything else a system error
 * (docs/domain.md#screens-and-addresses).
 */
export function ErrorScreen() {
  const { t } = useTranslation();
  const router = useRouter();
  const { errorCode } = useAddress(readErrorParams);
  const { failedAt, requestId } = useRouterState({
    select: (state) => state.location.state as ErrorNavigation,
  });
  const { organisation } = useSignedIn();
  const key = errorKey(errorCode);
  const id = key === 'not_found' ? transactionAt(failedAt) : undefined;
  const title =
    id === undefined
      ? t(`error.${key}.title`)
      : t('error.not_found.transaction', { id, organisation: organisation.selectedOrgName });
  const retry = (): void => void router.navigate({ href: inAppTarget(failedAt), replace: true });
  return (
    <div className={classes.centre}>
      <h1 className="visually-hidden">{title}</h1>
      <ErrorState
        title={title}
        requestId={requestId}
        onRetry={failedAt === undefined ? undefined : retry}
        action={
          <LinkButton to={paths.home()} variant="default">
            {t('error.go_home')}
          </LinkButton>
        }
      >
        {t(`error.${key}.message`)}
      </ErrorState>
    </div>
  );
}

/** The id of the transaction whose details were opened. */
function transactionAt(address = ''): string | undefined {
  return /^\/transactionDetails\/(\d{1,20})(?:[?#]|$)/.exec(address)?.[1];
}

function errorKey(errorCode: string | undefined): string {
  if (errorCode === '401' || errorCode === '403') return 'forbidden_error';
  return errorCode === '404' ? 'not_found' : 'system_error';
}
