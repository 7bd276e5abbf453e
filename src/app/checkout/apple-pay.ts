import type { PageView } from '#features/payments/hosted-sessions/schemas.ts';
import { element } from './page/element.ts';
import { startApplePay } from './page/gateway-client.ts';

/** What the page uses of Apple's script, which is a part of the browser. */
interface AppleSession {
  onvalidatemerchant: () => void;
  onpaymentauthorized: (event: { payment: { token: object } }) => void;
  begin(): void;
  abort(): void;
  completeMerchantValidation(session: object): void;
  completePayment(result: { status: number }): void;
}
interface AppleSessions {
  new (version: number, request: object): AppleSession;
  canMakePayments(): boolean;
  STATUS_SUCCESS: number;
  STATUS_FAILURE: number;
}
declare global {
  interface Window {
    ApplePaySession?: AppleSessions;
  }
}

const version = 3;
const supportedNetworks = ['visa', 'masterCard', 'amex', 'discover', 'jcb', 'maestro'];

interface Handlers {
  /** Whether the payment was approved. */
  pay(token: string): Promise<boolean>;
  /** Nothing was charged: Apple or the processor refused the page. */
  onFailure(): void;
}

/** The button of Apple Pay; undefined where the page does not offer it or the browser does not have it. */
export function applePay(view: PageView, handlers: Handlers): HTMLElement | undefined {
  const Session = window.ApplePaySession;
  const { applePay: offer, amount } = view;
  if (!offer || amount === null || !Session || !canPay(Session)) return undefined;
  const button = element(
    'button',
    { type: 'button', class: 'apple-pay', lang: document.documentElement.lang, onclick: start },
    'Apple Pay',
  );

  function start(): void {
    if (!Session || !offer) return;
    // Apple's sheet must open within the press: nothing may be waited for before.
    const session = new Session(version, {
      countryCode: offer.country,
      currencyCode: view.currency,
      merchantCapabilities: ['supports3DS'],
      supportedNetworks,
      total: { label: view.merchantName, amount, type: 'final' },
    });
    session.onvalidatemerchant = () => void validate(session);
    session.onpaymentauthorized = ({ payment }) => void authorise(session, JSON.stringify(payment.token));
    session.begin();
  }

  async function validate(session: AppleSession): Promise<void> {
    const opened = await startApplePay();
    if (opened !== undefined) return session.completeMerchantValidation(opened);
    session.abort();
    handlers.onFailure();
  }

  /** The sheet closes with a tick or a cross; the page then shows the rest. */
  async function authorise(session: AppleSession, token: string): Promise<void> {
    const isApproved = await handlers.pay(token);
    session.completePayment({
      status: isApproved ? (Session?.STATUS_SUCCESS ?? 0) : (Session?.STATUS_FAILURE ?? 1),
    });
  }

  return button;
}

/** It throws in frames of other sites that may not use it. */
function canPay(Session: AppleSessions): boolean {
  try {
    return Session.canMakePayments();
  } catch {
    return false;
  }
}
