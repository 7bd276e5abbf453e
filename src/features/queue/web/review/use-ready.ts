import { useEffect, useRef, useState } from 'react';
import { newTaskMs } from '../../review-steps.ts';

/** Whether a task has been on the screen for 400 ms: a key meant for the task before must not decide it. */
export function useReady(taskId: string | undefined) {
  const [shown, setShown] = useState<string>();
  const latest = useRef<string>(undefined);
  useEffect(() => {
    latest.current = undefined;
    if (taskId === undefined) return undefined;
    const timer = setTimeout(() => {
      latest.current = taskId;
      setShown(taskId);
    }, newTaskMs);
    return () => {
      clearTimeout(timer);
      // A task that is opened a second time waits again.
      setShown(undefined);
    };
  }, [taskId]);
  return {
    isShown: taskId !== undefined && shown === taskId,
    /** For keys, which come between two renders too. */
    isReady: () => taskId !== undefined && latest.current === taskId,
  };
}
