/** An outgoing text message. `id` is the same in each attempt, so that a receiver recognises a repetition. */
interface OutgoingSms {
  id: string;
  /** E.164: +447700900123. */
  to: string;
  text: string;
}

/** 'refused': `isPermanent` when no later attempt will be accepted. */
export type SmsOutcome = { kind: 'sent' } | { kind: 'refused'; isPermanent: boolean; reason: string };

/** Sends text messages. Never throws: the result has what failed. */
export interface SmsSender {
  send(sms: OutgoingSms): Promise<SmsOutcome>;
}

/** Accepts every message and sends none. They stay in the outbox, which a demo shows at /debug/mail. */
export const sandboxSmsSender: SmsSender = { send: async () => ({ kind: 'sent' }) };
