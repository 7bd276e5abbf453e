import { IconClockPlay } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTimes } from '#web/format/use-times.ts';
import { paths } from '#web/paths.ts';
import { useShownClock } from '#web/session/shown-clock.ts';
import { useTranslation } from '#web/translate/use-translation.ts';
import classes from './mode-banner.module.css';

/** Above every screen of a company with a test clock. It costs no request: each response has the clocks that are set. */
export function TestClockBanner() {
  const { t } = useTranslation();
  const times = useTimes();
  const clock = useShownClock();
  const now = useNow(clock !== undefined);
  if (clock === undefined) return null;
  const time = times.long(clock.isMoving ? clock.ms : now + clock.ms);
  return (
    <section className={classes.banner} data-kind="test" aria-label={t('screen.testClock')}>
      <IconClockPlay size={16} aria-hidden />
      <p>
        {t(clock.isMoving ? 'test_clock.banner_moving' : 'test_clock.banner', { time })}{' '}
        <Link {...paths.testClock()}>{t('screen.testClock')}</Link>
      </p>
    </section>
  );
}

/** Again every half minute, so that a clock that is shown runs. */
function useNow(isShown: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!isShown) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, [isShown]);
  return now;
}
