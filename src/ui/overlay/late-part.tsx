import { lazy, Suspense, useEffect, useState, type ComponentType, type ReactNode } from 'react';

/** By then the page has loaded what it shows. */
const idleMs = 3000;

/**
 * A dialog whose code is no part of the first load: it comes when the page has nothing else to do, or with the first
 * opening. `meanwhile` stands there while an open one is still on its way.
 */
export function latePart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  meanwhile: ReactNode = null,
): ComponentType<Props & { isOpen: boolean }> {
  const Part = lazy(async () => ({ default: await load() })) as unknown as ComponentType<object>;
  return function LatePart(props) {
    const [isThere, setIsThere] = useState(false);
    useEffect(() => {
      // What cannot be had now is asked for again by the opening, which then tells.
      const fetchIt = () => void load().then(() => setIsThere(true), Boolean);
      const timer = setTimeout(fetchIt, idleMs);
      return () => clearTimeout(timer);
    }, []);
    if (props.isOpen && !isThere) setIsThere(true);
    if (!isThere) return null;
    return (
      <Suspense fallback={props.isOpen ? meanwhile : null}>
        <Part {...props} />
      </Suspense>
    );
  };
}
