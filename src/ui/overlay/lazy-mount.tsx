import { Button } from '@mantine/core';
import { startTransition, useEffect, useState, type ComponentType, type ReactNode } from 'react';
import { Notice } from '../feedback/notice.tsx';
import classes from './overlay.module.css';
import { useUiTexts } from '../ui-texts.ts';

/** After this time the page has loaded its content. */
export const idleMs = 3000;

/**
 * A dialog whose code is not part of the first load. The code loads when the page is idle, or with the first opening.
 * `meanwhile` is shown while it loads for an open dialog.
 */
export function lazyMount<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props & { isOpen: boolean }> {
  // Once for all uses: later ones show it at once.
  let Known: ComponentType<Props> | undefined;
  return function LazyMount(props) {
    const { isOpen } = props;
    const [wasOpened, setWasOpened] = useState(isOpen);
    const [state, setState] = useState<'loading' | 'loaded' | 'missing'>('loading');
    const [attempt, setAttempt] = useState(0);
    if (isOpen && !wasOpened) setWasOpened(true);
    useEffect(() => {
      if (Known !== undefined) return undefined;
      let isLeft = false;
      const fetchIt = async () => {
        // A part not opened yet is fetched again when it is opened.
        const loaded = await load().catch(() => undefined);
        Known ??= loaded;
        // In slices, which leave room for taps and keys. What is closed need not render.
        if (isOpen && !isLeft) startTransition(() => setState(loaded === undefined ? 'missing' : 'loaded'));
      };
      const timer = setTimeout(() => void fetchIt(), isOpen ? 0 : idleMs);
      return () => {
        isLeft = true;
        clearTimeout(timer);
      };
    }, [isOpen, attempt]);
    if (!wasOpened) return null;
    if (Known !== undefined) return <Known {...props} />;
    if (!isOpen) return null;
    return (
      <>
        {meanwhile}
        {state === 'missing' && (
          <MissingPart
            onRetry={() => {
              setState('loading');
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
