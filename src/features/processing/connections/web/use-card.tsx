import { Link } from '@tanstack/react-router';
import { Card } from '#ui/layout/card.tsx';
import { DetailsList, Lines } from '#ui/layout/details-list.tsx';
import { paths } from '#web/paths.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import type { ConnectionView } from '../schemas.ts';

/** Where the connection is used, and what still needs it. */
export function UseCard({ connection }: { connection: ConnectionView }) {
  const { t } = useTranslation();
  const { routes, openIntents, liveHolds, companies, isProvider } = connection;
  return (
    <Card title={t('processors.use')}>
      <DetailsList
        details={[
          {
            label: t('processors.tab.routes'),
            value:
              routes.length === 0 ? (
                <>
                  {t('processors.no_routes')}{' '}
                  <Link {...paths.processorRoutes()}>{t('processors.open_routes')}</Link>
                </>
              ) : (
                <Lines
                  texts={routes.map(({ organisationId, organisationName }) =>
                    organisationId === null ? t('processors.operator') : organisationName,
                  )}
                />
              ),
          },
          { label: t('processors.open_intents'), value: String(openIntents), isNumeric: true },
          { label: t('processors.live_holds'), value: String(liveHolds), isNumeric: true },
          ...(isProvider
            ? [
                {
                  label: t('processors.companies'),
                  value: <Lines texts={companies.map(({ name }) => name)} />,
                },
              ]
            : []),
        ]}
      />
    </Card>
  );
}
