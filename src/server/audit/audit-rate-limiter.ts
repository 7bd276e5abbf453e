import { minuteMs } from '../clock.ts';

/** Who is refused: a caller we know, or an address we do not. */
export interface Refused {
  actorKind: 'user' | 'api' | 'anonymous';
  actor: string;
  ip: string;
  organisationId?: number | undefined;
}

/** Refusals that were only counted, of one caller or address, in one window. */
export interface SuppressedEvents extends Refused {
  from: Date;
  more: number;
  acts: Record<string, number>;
}

interface Window extends SuppressedEvents {
  kept: number;
}

/** Lines a window keeps one by one; whatever comes on top is counted and told in one line. */
export const linesPerWindow = { known: 60, stranger: 10, allStrangers: 300 };
const windowMs = minuteMs;
const maxWindows = 5000;
const everybody = 'several addresses';

/**
 * Bounds what the refused can write into the audit, without forgetting that they were there: nobody can
 * fill a disk with refusals. Lives in the memory of one process and costs no statement.
 */
export class AuditRateLimiter {
  readonly #windows = new Map<string, Window>();
  #strangers = { from: 0, kept: 0 };

  /** True: the refusal gets a line of its own. False: it was counted, and `over` will tell of it. */
  admit(who: Refused, act: string, now: Date): boolean {
    const window = this.#windowOf(who, now);
    const isStranger = who.actorKind === 'anonymous';
    const limit = isStranger ? linesPerWindow.stranger : linesPerWindow.known;
    if (window.kept < limit && window.actor !== everybody && (!isStranger || this.#strangerFits(now))) {
      window.kept += 1;
      return true;
    }
    window.more += 1;
    window.acts[act] = (window.acts[act] ?? 0) + 1;
    return false;
  }

  /** Windows that ended before `now` and counted something; each is told once. */
  over(now: Date): SuppressedEvents[] {
    const told: SuppressedEvents[] = [];
    for (const [key, { kept: _kept, ...window }] of this.#windows) {
      if (isWithin(window.from, now)) continue;
      this.#windows.delete(key);
      if (window.more > 0) told.push(window);
    }
    return told;
  }

  /** All of them, over or not: for the end of the process. */
  everything(): SuppressedEvents[] {
    return this.over(new Date(8.64e15));
  }

  #windowOf(who: Refused, now: Date): Window {
    const isStranger = who.actorKind === 'anonymous';
    const own = isStranger ? networkPrefix(who.ip) : `${who.actorKind}:${who.actor}`;
    const isCrowd = isStranger && !this.#windows.has(own) && this.#windows.size >= maxWindows;
    const key = isCrowd ? everybody : own;
    const known = this.#windows.get(key);
    if (known) return known;
    const about = isCrowd ? { actorKind: who.actorKind, actor: everybody, ip: everybody } : who;
    const window = { ...about, from: now, kept: 0, more: 0, acts: {} };
    this.#windows.set(key, window);
    return window;
  }

  #strangerFits(now: Date): boolean {
    if (!isWithin(new Date(this.#strangers.from), now)) this.#strangers = { from: now.getTime(), kept: 0 };
    this.#strangers.kept += 1;
    return this.#strangers.kept <= linesPerWindow.allStrangers;
  }
}

const isWithin = (from: Date, now: Date): boolean => Math.abs(now.getTime() - from.getTime()) < windowMs;

/** One household of IPv6 has 2^64 addresses: its first four groups are the address that counts. */
function networkPrefix(ip: string): string {
  if (!ip.includes(':') || ip.includes('.')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head.split(':').filter((group) => group !== '');
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').filter(Boolean).length;
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail?.split(':') ?? [])]
    .slice(0, 4)
    .join(':');
}
