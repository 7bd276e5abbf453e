import { Button } from '@mantine/core';
import { useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Notice } from '#ui/feedback/notice.tsx';
import classes from '#ui/overlay/overlay.module.css';
import { useUiTexts } from '#ui/ui-texts.ts';

/** By then the page has loaded what it shows. */
export const idleMs = 3000;

/**
 * A dialog whose code is no part of the first load: it comes when the page has nothing else to do, or with the first
 * opening. `meanwhile` is shown while the code of an open one loads.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props & { isOpen: boolean }> {
  // Once for all its uses: later ones show it at once.
  let known: ComponentType<Props> | undefined;
  return function LatePart(props) {
    const { isOpen } = props;
    const [Part, setPart] = useState(() => known);
    const [isMissing, setIsMissing] = useState(false);
    const [attempt, setAttempt] = useState(0);
    useEffect(() => {
      if (Part !== undefined) return undefined;
      const fetchIt = () =>
        void load().then(
          (loaded) => setPart(() => (known = loaded)),
          // A part not opened yet is fetched again when it is opened.
          () => setIsMissing(isOpen),
        );
      const timer = setTimeout(fetchIt, isOpen ? 0 : idleMs);
      return () => clearTimeout(timer);
    }, [Part, isOpen, attempt]);
    if (Part !== undefined) return <Part {...props} />;
    if (!isOpen) return null;
    return (
      <>
        {meanwhile}
        {isMissing && (
          <MissingPart
            onRetry={() => {
              setIsMissing(false);
              setAttempt(attempt + 1);
            }}
          />
        )}
      </>
    );
  };
}

function MissingPart({ onRetry }: { onRetry: () => void }) {
  const texts = useUiTexts();
  return (
    <div className={classes.missingPart}>
      <Notice
        kind="failed"
        action={
          <Button variant="default" size="compact-sm" onClick={onRetry}>
            {texts.retry}
          </Button>
        }
      >
        {texts.partMissing}
      </Notice>
    </div>
  );
}
