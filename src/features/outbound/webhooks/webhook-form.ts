import { type EventChoice, type EventSubject, listEventTypes } from './event-types.ts';
import type { Webhook, WebhookContent, WebhookInstallation } from './schemas.ts';
import { isWebhookUrl } from './webhook-rules.ts';

export interface WebhookForm {
  url: string;
  installationIds: string[];
  isEveryEvent: boolean;
  /** Unless every event is sent. */
  events: EventChoice[];
  format: Webhook['format'];
}

/** One code a field. */
type WebhookError = 'public' | 'required' | 'address';
export type WebhookErrors = Partial<Record<keyof WebhookForm, WebhookError>>;

/** A new webhook, of the only installation if there is one. */
export function newWebhookForm(choices: readonly WebhookInstallation[]): WebhookForm {
  const [only, ...others] = choices;
  return {
    url: '',
    installationIds: only && others.length === 0 ? [String(only.installationId)] : [],
    isEveryEvent: true,
    events: [],
    format: 'REST_JSON',
  };
}

export const toWebhookForm = (webhook: Webhook): WebhookForm => ({
  url: webhook.url,
  installationIds: webhook.installations.map(({ installationId }) => String(installationId)),
  isEveryEvent: webhook.events.includes('*'),
  events: webhook.events.filter((event) => event !== '*'),
  format: webhook.format,
});

/** Plain http is checked by the server, which may allow it. */
export function webhookErrors(form: WebhookForm): WebhookErrors {
  const errors: WebhookErrors = {};
  if (form.url.trim() === '') errors.url = 'required';
  else if (!isWebhookUrl(form.url.trim(), true)) errors.url = 'address';
  if (form.installationIds.length === 0) errors.installationIds = 'required';
  if (!form.isEveryEvent && form.events.length === 0) errors.events = 'required';
  return errors;
}

export const toWebhookContent = (form: WebhookForm): WebhookContent => ({
  url: form.url.trim(),
  events: form.isEveryEvent ? ['*'] : form.events,
  installationIds: form.installationIds.map(Number),
  format: form.format,
});

/** Adds or removes a choice. The choice of all events of a subject includes each of them. */
export function toggleEvent(
  chosen: readonly EventChoice[],
  choice: EventChoice,
  isOn: boolean,
): EventChoice[] {
  const subject = choice.slice(0, choice.indexOf('.')) as EventSubject;
  const all: EventChoice = `${subject}.*`;
  if (choice === all) {
    const others = chosen.filter((type) => !type.startsWith(`${subject}.`));
    return isOn ? [...others, all] : others;
  }
  const single = chosen.includes(all)
    ? [...chosen.filter((type) => type !== all), ...listEventTypes(subject)]
    : chosen;
  return isOn ? [...single, choice] : single.filter((type) => type !== choice);
}
