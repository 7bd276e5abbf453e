import type { Caller } from '../auth/caller.ts';
import { minuteMs } from '../clock.ts';

/** The refused actor: an authenticated caller, or an anonymous IP address. */
export interface Refused {
  actorKind: Caller['kind'] | 'anonymous';
  actor: string;
  ip: string;
  organisationId?: number;
}

/** Refusals of one actor in one window that were only counted. */
export interface SuppressedEvents extends Refused {
  from: Date;
  more: number;
  acts: Record<string, number>;
}

interface Window extends SuppressedEvents {
  written: number;
}

/** Events a window logs one by one. Further ones are counted and logged as one event. */
export const eventsPerWindow = { known: 60, anonymous: 10, allAnonymous: 300 };
const windowMs = minuteMs;
const maxWindows = 5000;
const severalAddresses = 'several addresses';

/**
 * Limits the audit events of refused requests, so that an attacker cannot fill the disk, and counts the rest. Keeps its
 * state in memory.
 */
export class AuditRateLimiter {
  readonly #windows = new Map<string, Window>();
  #anonymous = { from: 0, written: 0 };

  /** True: log the refusal. False: it was counted, and `takeEnded` returns the count. */
  admit(actor: Refused, act: string, now: Date): boolean {
    const window = this.#windowOf(actor, now);
    const isAnonymous = actor.actorKind === 'anonymous';
    const limit = isAnonymous ? eventsPerWindow.anonymous : eventsPerWindow.known;
    if (
      window.written < limit &&
      window.actor !== severalAddresses &&
      (!isAnonymous || this.#isAnonymousAdmitted(now))
    ) {
      window.written += 1;
      return true;
    }
    window.more += 1;
    window.acts[act] = (window.acts[act] ?? 0) + 1;
    return false;
  }

  /** Removes and returns the windows that have ended with counted refusals. */
  takeEnded(now: Date): SuppressedEvents[] {
    const ended: SuppressedEvents[] = [];
    for (const [key, { written: _kept, ...window }] of this.#windows) {
      if (isWithin(window.from, now)) continue;
      this.#windows.delete(key);
      if (window.more > 0) ended.push(window);
    }
    return ended;
  }

  /** Removes and returns all windows, when the process stops. */
  takeAll(): SuppressedEvents[] {
    return this.takeEnded(new Date(8.64e15));
  }

  #windowOf(actor: Refused, now: Date): Window {
    const isAnonymous = actor.actorKind === 'anonymous';
    const actorKey = isAnonymous ? networkPrefix(actor.ip) : `${actor.actorKind}:${actor.actor}`;
    const isShared = isAnonymous && !this.#windows.has(actorKey) && this.#windows.size >= maxWindows;
    const key = isShared ? severalAddresses : actorKey;
    const existing = this.#windows.get(key);
    if (existing) return existing;
    const about = isShared
      ? { actorKind: actor.actorKind, actor: severalAddresses, ip: severalAddresses }
      : actor;
    const window = { ...about, from: now, written: 0, more: 0, acts: {} };
    this.#windows.set(key, window);
    return window;
  }

  #isAnonymousAdmitted(now: Date): boolean {
    if (!isWithin(new Date(this.#anonymous.from), now)) this.#anonymous = { from: now.getTime(), written: 0 };
    this.#anonymous.written += 1;
    return this.#anonymous.written <= eventsPerWindow.allAnonymous;
  }
}

const isWithin = (from: Date, now: Date): boolean => Math.abs(now.getTime() - from.getTime()) < windowMs;

/** The network of an IPv6 address, because one subscriber has 2^64 addresses. */
function networkPrefix(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':');
}
