import { useState } from 'react';
import { readSession, removeSession, writeSession } from '#web/session/client-storage.ts';
import { useSignedIn } from '#web/session/session-store.ts';

export interface ReviewSession {
  id: string;
  userId: string;
  /** Milliseconds. */
  startedAt: number;
}

/** The session of this tab. A reload finds it again; its decisions are on the server. */
export function useReviewSession(): ReviewSession {
  const { userId } = useSignedIn();
  const [session] = useState(() => {
    const storedSession = (readSession('review') ?? {}) as Partial<ReviewSession>;
    const { id, startedAt } = storedSession;
    if (storedSession.userId === userId && typeof id === 'string' && typeof startedAt === 'number')
      return { id, userId, startedAt };
    const newSession: ReviewSession = { id: crypto.randomUUID(), userId, startedAt: Date.now() };
    writeSession('review', newSession);
    return newSession;
  });
  return session;
}

export const endReviewSession = (): void => removeSession('review');
