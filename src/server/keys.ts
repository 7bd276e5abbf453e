import { type KeyObject, createHmac, createSecretKey, hkdfSync } from 'node:crypto';

/** A root secret: every key of its generation is derived from it. */
export interface Root {
  /** Counts from 1. */
  generation: number;
  secret: KeyObject;
  /** When it became the one that writes; null before. */
  currentAt: Date | null;
}

/**
 * Keys derived from the root secrets, one a purpose. A `KeyRing` has one of each generation; a key alone stays that of
 * generation 1 (decision 0250). Never stored in the database.
 */
export interface Keys {
  /** The root secrets, which change while programs run. */
  roots: Roots;
  /** Hashes of card numbers (docs/domain.md#cards), and of requests with them. */
  fingerprint: KeyRing;
  /** API keys at rest. */
  apiKey: KeyRing;
  /** SCIM tokens at rest. */
  scimToken: KeyRing;
  /** Anti-forgery values bound to a session. */
  antiForgery: KeyRing;
  /** Seals of the audit, which the owner of the database cannot forge. */
  auditSeal: KeyRing;
  /** Secrets in emailed links (account-token.ts). */
  accountLink: KeyRing;
  /** Signing secrets of notifications. */
  notification: KeyRing;
  /** Values by which fraud rules count attempts. */
  velocity: KeyObject;
  /** The password of the product's database role. */
  databaseLogin: KeyRing;
  /** Seals secrets of authenticator apps. */
  secondFactor: KeyRing;
  /** Recovery codes at rest. */
  recoveryCode: KeyRing;
  /** Seals client secrets of single sign-on, and its cookie. */
  singleSignOn: KeyRing;
  /** Seals requests that wait for approval. */
  approval: KeyRing;
  /** Seals secrets of processors. */
  processorSecret: KeyRing;
  /** Seals states of 3-D Secure servers, which pass the payer's browser. */
  authenticationState: KeyRing;
}

/** The root secrets that a program has. */
class Roots {
  #byGeneration = new Map<number, Root>();
  #writing = 1;

  constructor(roots: readonly Root[]) {
    this.replace(roots);
  }

  /** Every key ring uses these from now on. */
  replace(roots: readonly Root[]): void {
    this.#byGeneration = new Map(roots.map((root) => [root.generation, root]));
    this.#writing = Math.max(
      1,
      ...roots.filter(({ currentAt }) => currentAt).map(({ generation }) => generation),
    );
  }

  /** The generation under which new values are written. */
  get writing(): number {
    return this.#writing;
  }

  get newest(): number {
    return Math.max(...this.#byGeneration.keys());
  }

  /** Throws for a generation that the program does not have. */
  secret(generation: number): KeyObject {
    const root = this.#byGeneration.get(generation);
    if (!root) throw new Error(`there is no root secret of generation ${generation}`);
    return root.secret;
  }

  /** When a later generation began to write; undefined for the one that writes, and later ones. */
  endedAt(generation: number): Date | undefined {
    return this.#byGeneration.get(generation + 1)?.currentAt ?? undefined;
  }
}

/** The keys of one purpose, one of each generation. */
export class KeyRing {
  readonly #roots: Roots;
  readonly #purpose: string;
  readonly #keys = new Map<number, KeyObject>();

  constructor(roots: Roots, purpose: string) {
    this.#roots = roots;
    this.#purpose = purpose;
  }

  /** The generation under which new values are written. */
  get generation(): number {
    return this.#roots.writing;
  }

  get current(): KeyObject {
    return this.of(this.generation);
  }

  has(generation: number): boolean {
    return generation >= 1 && generation <= this.#roots.newest;
  }

  /** Throws for a generation that the program does not have. */
  of(generation: number): KeyObject {
    const known = this.#keys.get(generation);
    if (known) return known;
    const key = deriveKey(this.#roots.secret(generation), this.#purpose);
    this.#keys.set(generation, key);
    return key;
  }

  /** The keys of values that live for `lifeMs`, the newest first: an earlier generation's end with its last value. */
  valid(now: Date, lifeMs: number): KeyObject[] {
    const generations = Array.from({ length: this.#roots.newest }, (_, index) => index + 1);
    return generations
      .toReversed()
      .filter((generation) => this.isValid(generation, now, lifeMs))
      .map((one) => this.of(one));
  }

  /** Whether a value of the generation that lives for `lifeMs` can still be good. */
  isValid(generation: number, now: Date, lifeMs: number): boolean {
    const endedAt = this.#roots.endedAt(generation);
    return endedAt === undefined || now.getTime() < endedAt.getTime() + lifeMs;
  }
}

/** The keys of one root secret, for a database without others. */
export const deriveKeys = (secret: Buffer): Keys =>
  createKeys([{ generation: 1, secret: createSecretKey(secret), currentAt: new Date(0) }]);

export function createKeys(found: readonly Root[]): Keys {
  const roots = new Roots(found);
  const ring = (purpose: string) => new KeyRing(roots, purpose);
  return {
    roots,
    fingerprint: ring('card-fingerprint'),
    apiKey: ring('api-key'),
    scimToken: ring('scim-token'),
    antiForgery: ring('anti-forgery'),
    auditSeal: ring('audit-seal'),
    accountLink: ring('account-link'),
    notification: ring('notification'),
    velocity: ring('velocity-key').of(1),
    databaseLogin: ring('database-login'),
    secondFactor: ring('second-factor'),
    recoveryCode: ring('recovery-code'),
    singleSignOn: ring('single-sign-on'),
    approval: ring('approval'),
    processorSecret: ring('processor-secret'),
    authenticationState: ring('authentication-state'),
  };
}

/** HKDF-SHA-256. */
export const deriveKey = (secret: KeyObject, purpose: string): KeyObject =>
  createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));

/** HMAC-SHA-256. A key object is six times faster than bytes. */
export function keyedHash(key: KeyObject, text: string | Buffer): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
