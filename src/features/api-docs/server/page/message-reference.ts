import { type Html, html, table } from './html.ts';
import { type Content, bodyFields } from './schema-table.ts';

/** A request that we send, with its references resolved. */
export interface Message {
  operationId: string;
  summary: string;
  description?: string;
  parameters: { name: string; description: string }[];
  requestBody: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
}

/** `type`: the event, or the name of the address in the request. */
type NamedMessage = Message & { type: string };

/** Events with the same body are shown together. */
export function renderWebhooks(messages: readonly NamedMessage[]): Html {
  const groups = new Map<string, NamedMessage[]>();
  for (const message of messages) {
    const key = bodyWithoutType(message);
    groups.set(key, [...(groups.get(key) ?? []), message]);
  }
  return html`<section>
    <h2 id="webhooks">Webhooks</h2>
    <p>
      We post an event to every webhook that has chosen it.
      <a href="/docs/webhooks">How to receive and verify</a>
      one.
    </p>
    ${[...groups.values()].map((group) => messagePart(group))}
  </section>`;
}

/** Each callback once: the addresses of a session receive the same as those of a payment. */
export function renderCallbacks(callbacks: readonly NamedMessage[]): Html {
  const own = callbacks.filter(({ type }) => !type.endsWith('OfSession'));
  return html`<section>
    <h2 id="callbacks">Callbacks</h2>
    <p>
      Sent to the addresses that a payment names in <code>callbacks</code>, and a session or link in
      <code>session</code>. <a href="/docs/callbacks">How to answer</a> them.
    </p>
    ${own.map((callback) => messagePart([callback]))}
  </section>`;
}

function messagePart(group: readonly NamedMessage[]): Html {
  const [first] = group;
  if (!first) return html``;
  const { operationId, summary, description = '', parameters, requestBody, responses } = first;
  const answer = Object.values(responses).find(({ content }) => content);
  const names = group.map(({ type }, at) => html`${at === 0 ? '' : ' '}<code>${type}</code>`);
  return html`<details id="${operationId}">
    <summary>
      <b data-method="POST">POST</b> ${names} <span>${group.length === 1 ? summary : ''}</span>
    </summary>
    ${description === '' ? '' : html`<p>${description}</p>`}
    ${table(
      ['Header', 'Meaning'],
      parameters.map((one) => [html`<code>${one.name}</code>`, html`${one.description}`]),
    )}
    ${bodyFields('Body', requestBody.content)} ${bodyFields('Your answer', answer?.content)}
    <h3>Statuses of your answer</h3>
    ${table(
      ['Status', 'Meaning'],
      Object.entries(responses).map(([status, one]) => [
        html`<code>${status}</code>`,
        html`${one.description}`,
      ]),
    )}
  </details>`;
}

/** Events of one kind differ in the constant of their type only. */
function bodyWithoutType({ requestBody }: Message): string {
  const { schema } = requestBody.content['application/json'] ?? { schema: {} };
  return JSON.stringify({ ...schema, properties: { ...schema.properties, type: undefined } });
}
