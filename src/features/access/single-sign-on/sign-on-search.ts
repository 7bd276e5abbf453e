type Flat = Readonly<Record<string, string | undefined>>;

/** The query parameters of /singleSignOn, which the server writes. */
interface SignOnSearch {
  outcome?: SignOnOutcome;
  /** The address that the user requested. The page goes there only inside the portal. */
  to?: string;
  methods?: string;
  days?: string;
}

/** Ignores unknown values. Never throws. Reads back its own result. */
export function readSignOnSearch(raw: Flat): SignOnSearch {
  const outcome = signOnOutcomes.find((signOnOutcome) => signOnOutcome === raw.outcome);
  const { to, methods, days } = raw;
  return {
    outcome,
    to: to === undefined || to === '' ? undefined : to,
    methods: methods === undefined || !/^[a-z,-]{1,60}$/.test(methods) ? undefined : methods,
    days: days === undefined || !/^\d{1,3}$/.test(days) ? undefined : days,
  };
}

/** The query parameter of /profile/security after connecting. */
interface ConnectSearch {
  signOn?: ConnectOutcome;
}

export function readConnectSearch(raw: Flat): ConnectSearch {
  const signOn = connectOutcomes.find((outcome) => outcome === raw.signOn);
  return signOn === undefined ? {} : { signOn };
}

/** The query parameter of the settings after a test. */
interface SettingsSearch {
  step?: 'test';
}

export const readSettingsSearch = (raw: Flat): SettingsSearch =>
  raw.step === 'test' ? { step: 'test' } : {};

/** How a sign-in at the provider ended, for the page that follows (docs/domain.md#single-sign-on). */
const signOnOutcomes = [
  'signed-in',
  'second-factor',
  'enrolment',
  'confirmed',
  'unknown-domain',
  'expired',
  'cancelled',
  'refused',
  'unavailable',
  'domain',
  'link-needed',
  'no-access',
  'groups-unknown',
  'groups-missing',
  'inactive',
  'locked',
  'busy',
] as const;

export type SignOnOutcome = (typeof signOnOutcomes)[number];

/** The result of connecting the user's own account. */
const connectOutcomes = ['connected', 'taken', 'failed', 'domain', 'cancelled', 'unavailable'] as const;

export type ConnectOutcome = (typeof connectOutcomes)[number];
