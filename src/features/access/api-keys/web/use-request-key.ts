import { useRef } from 'react';

/** Headers with the Idempotency-Key of a request: the same for the same body, so that a retry creates nothing twice. */
export function useRequestKey(): (body: object) => Record<string, string> {
  const last = useRef<{ body: string; key: string }>(undefined);
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current?.body !== text) last.current = { body: text, key: crypto.randomUUID() };
    return { 'idempotency-key': last.current.key };
  };
}
