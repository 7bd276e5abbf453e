// Sends the call of an example to this gateway, with a key of test mode. What the reader enters stays in this tab.
const storageKey = 'countinghouse-docs-try';
let account = null;
/** Ids of earlier responses, such as transactionId: the next examples begin with them. */
let ids = {};
try {
  ({ account = null, ids = {} } = JSON.parse(sessionStorage.getItem(storageKey)) ?? {});
} catch {
  // A browser without storage asks on every page.
}

function save() {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ account, ids }));
  } catch {
    // As above.
  }
}

function element(name, properties = {}, ...children) {
  const { role, ...others } = properties;
  const created = Object.assign(document.createElement(name), others);
  if (role) created.setAttribute('role', role);
  created.append(...children);
  return created;
}

let fields = 0;
/** A labelled input; `message` is for what is wrong with its value. */
function field(label, input) {
  const id = `try-${(fields += 1)}`;
  input.id = id;
  const message = element('p', { id: `${id}-message`, className: 'wrong' });
  input.setAttribute('aria-describedby', message.id);
  input.addEventListener('input', () => complain({ input, message }, ''));
  return {
    input,
    message,
    row: element('p', {}, element('label', { htmlFor: id }, label), input, message),
  };
}

function complain({ input, message }, text) {
  message.textContent = text;
  if (text === '') input.removeAttribute('aria-invalid');
  else {
    input.setAttribute('aria-invalid', 'true');
    input.focus();
  }
}

const noResponse = 'The gateway did not respond. Check the connection, and send it again.';

async function call({ method, address, body, idempotencyKey }, secret) {
  const start = performance.now();
  const options = {
    method,
    headers: {
      // As KEY in the examples, or the secret alone, which names its key.
      authorization: secret.includes(':') ? `Basic ${btoa(secret)}` : `Bearer ${secret}`,
      ...(idempotencyKey ? { 'idempotency-key': idempotencyKey } : {}),
    },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(45_000),
  };
  if (body !== undefined) {
    options.body = body;
    options.headers['content-type'] = 'application/json';
  }
  const response = await fetch(address, options);
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    ms: Math.round(performance.now() - start),
  };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Why a secret cannot be used here, or what it opens. */
async function findAccount(secret) {
  if (/(?:^|:)cs_live_/.test(secret))
    return 'This is a live key. Enter a test key: its secret begins with cs_test_.';
  // A header takes these characters only.
  if (!/^[!-~]+$/.test(secret)) return 'A secret has no spaces and no letters with accents.';
  let response;
  try {
    response = await call({ method: 'GET', address: '/acceptor/rest/account' }, secret);
  } catch {
    return noResponse;
  }
  const { name, installations, testMode } = parse(response.text) ?? {};
  if (response.status === 401) return 'No key has this secret, or it has expired or been revoked.';
  if (response.status !== 200)
    return `The gateway does not accept this key (${response.status}): see Authentication.`;
  if (testMode !== true) return 'This key is not in test mode. Enter a test key.';
  if (installations.length === 0) return 'This key may use no installation.';
  return { secret, name, installations, installation: installations[0].installationId };
}

const panels = [];

/** Above the call: the key, or the form that asks for it. */
function renderKey(panel) {
  if (account) {
    const choice = element(
      'select',
      { onchange: () => chooseInstallation(Number(choice.value), panel) },
      ...account.installations.map(({ installationId, name }) =>
        element('option', { value: installationId }, `${name} (${installationId})`),
      ),
    );
    choice.value = account.installation;
    const forget = element(
      'button',
      { type: 'button', onclick: () => setAccount(null, panel) },
      'Forget the key',
    );
    return [
      element('p', {}, `Test key ${account.name}`),
      field('Installation', choice).row,
      element('p', {}, forget),
    ];
  }
  const secret = field(
    'Test key (its secret, or API-ID:SECRET)',
    element('input', { type: 'password', autocomplete: 'off', spellcheck: false }),
  );
  const form = element(
    'form',
    { noValidate: true },
    secret.row,
    element('p', {}, 'It stays in this tab until you close it. No money moves in test mode.'),
    element('p', {}, element('button', { type: 'submit' }, 'Use the key')),
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const value = secret.input.value.trim();
    if (value === '') return complain(secret, 'Enter the secret of a key.');
    void whileBusy(form, async () => {
      const found = await findAccount(value);
      if (typeof found === 'string') complain(secret, found);
      else setAccount(found, panel);
    });
  });
  return [form];
}

/** One request at a time: the button keeps the focus and says that it waits. */
async function whileBusy(form, work) {
  if (form.getAttribute('aria-busy') === 'true') return;
  form.setAttribute('aria-busy', 'true');
  try {
    await work();
  } finally {
    form.removeAttribute('aria-busy');
  }
}

function setAccount(found, panel) {
  account = found;
  save();
  for (const one of panels) one.renderKey();
  panel.root.querySelector(found ? 'textarea, form.call input' : 'input').focus();
}

function chooseInstallation(installation, panel) {
  const before = account.installation;
  account = { ...account, installation };
  save();
  for (const one of panels) one.replaceInstallation(before, installation);
  // The choice of this panel has the focus.
  for (const one of panels) if (one !== panel) one.renderKey();
}

/** The variables of the guide, and the parameters of the reference. */
const idNames = {
  TRANSACTION: 'transactionId',
  CHALLENGED: 'transactionId',
  SESSION: 'sessionId',
  CUSTOMER: 'customerId',
};
const placeholder = /\$([A-Z]+)|\{(\w+)\}/g;

function fill(address) {
  return address.replaceAll(placeholder, (whole, variable, parameter) => {
    const name = parameter ?? idNames[variable] ?? variable;
    if (name === 'installationId' || name === 'INSTALLATION') return account?.installation ?? whole;
    return ids[name] === undefined ? whole : encodeURIComponent(ids[name]);
  });
}

function collectIds(value, parent = '') {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const isId = /Id$|^cardToken$/.test(name) && name !== 'installationId';
    if (typeof part === 'string' && isId) ids[name] = part;
    else if (typeof part === 'string' && name === 'id' && parent === 'customer') ids.customerId = part;
    else collectIds(part, name);
  }
}

/** Random, because the same reference within a minute is a duplicate. */
const randomText = () =>
  [...crypto.getRandomValues(new Uint8Array(4))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A body with a reference of its own, ready to be changed. */
function freshBody(body) {
  if (body === undefined) return undefined;
  const transaction = body.transaction && { ...body.transaction };
  for (const name of ['merchantRef', 'merchantReference'])
    if (transaction?.[name]) transaction[name] = `${transaction[name]}-${randomText()}`;
  return JSON.stringify(transaction ? { ...body, transaction } : body, null, 2);
}

function renderCall({ method, address, body, hasIdempotencyKey }) {
  const target = field(
    method,
    element('input', { value: fill(address), spellcheck: false, autocomplete: 'off' }),
  );
  const key = hasIdempotencyKey
    ? field(
        'Idempotency-Key',
        element('input', { value: `try-${randomText()}`, spellcheck: false, autocomplete: 'off' }),
      )
    : undefined;
  const text = freshBody(body);
  const content =
    text === undefined
      ? undefined
      : field(
          'Body',
          element('textarea', {
            value: text,
            rows: Math.min(18, text.split('\n').length),
            spellcheck: false,
          }),
        );
  const response = { summary: element('div', { role: 'status' }), details: element('div') };
  const form = element(
    'form',
    { noValidate: true, className: 'call' },
    ...[target, key, content].filter(Boolean).map(({ row }) => row),
    element('p', {}, element('button', { type: 'submit' }, 'Send')),
    response.summary,
    response.details,
  );
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const wrong = findFault(target, key, content);
    if (wrong) return complain(...wrong);
    const request = {
      method,
      address: target.input.value.trim(),
      body: content?.input.value,
      idempotencyKey: key?.input.value.trim(),
    };
    void whileBusy(form, () => send(request, response));
  });
  return { form, target };
}

/** The first value that cannot be sent, with the reason. */
function findFault(target, key, content) {
  if (!account) return [target, 'Enter the secret of a test key first.'];
  const address = target.input.value.trim();
  const [missing] = address.match(placeholder) ?? [];
  if (missing) return [target, `Replace ${missing} with the id of an earlier response.`];
  const url = address.startsWith('/') ? new URL(address, location.origin) : undefined;
  if (url?.origin !== location.origin)
    return [target, 'Enter a path of this gateway, such as /acceptor/rest/account.'];
  if (key && !/^[ -~]*$/.test(key.input.value))
    return [key, 'Use letters, digits and signs without accents.'];
  if (content && parse(content.input.value) === undefined) return [content, 'This is not JSON.'];
  return undefined;
}

async function send(request, { summary, details }) {
  let answer;
  try {
    answer = await call(request, account.secret);
  } catch {
    summary.replaceChildren(element('p', { className: 'wrong' }, noResponse));
    details.replaceChildren();
    return;
  }
  const { status, headers, text, ms } = answer;
  const body = parse(text);
  collectIds(body);
  save();
  for (const panel of panels) panel.fill();
  const requestId = headers.get('x-request-id');
  summary.replaceChildren(
    element('p', {}, element('b', {}, String(status)), ...describeOutcome(body)),
    element('p', { className: 'quiet' }, `${ms} ms${requestId ? `, request ${requestId}` : ''}`),
  );
  const page = body?.redirectUrl ?? body?.threeDSecure?.redirectUrl ?? body?.smartLinkResponseDetail?.link;
  const isPage = typeof page === 'string' && /^https?:/.test(page);
  const link = element('a', { href: isPage ? page : '', target: '_blank', rel: 'noopener' }, 'Open the page');
  const code = element(
    'pre',
    { tabIndex: 0, role: 'group' },
    element('code', {}, body ? JSON.stringify(body, null, 2) : text),
  );
  code.setAttribute('aria-label', 'Response');
  details.replaceChildren(...(isPage ? [element('p', {}, link)] : []), code);
}

/** The result of a payment, or the reason of a refusal, with a link to its explanation. */
function describeOutcome(body) {
  const { status = '', reasonCode = body?.code, reasonMessage = body?.message } = body?.outcome ?? body ?? {};
  if (typeof reasonCode !== 'string' || !/^[A-Z][0-9]{3}$/.test(reasonCode)) return [];
  const code = element('a', { href: `/docs/errors#${reasonCode}` }, reasonCode);
  return [` ${typeof status === 'string' ? status : ''} `, code, ` ${reasonMessage ?? ''}`];
}

for (const group of document.querySelectorAll('.tabs')) {
  const calls = JSON.parse(group.dataset.calls ?? '[]');
  if (calls.length === 0) continue;
  const button = element('button', { type: 'button' }, 'Try it');
  button.setAttribute('aria-expanded', 'false');
  let panel;
  button.addEventListener('click', () => {
    panel ??= open(group, calls);
    panel.root.hidden = !panel.root.hidden;
    button.setAttribute('aria-expanded', String(!panel.root.hidden));
    if (!panel.root.hidden) panel.root.querySelector('input, textarea, select').focus();
  });
  group.querySelector('.bar').append(button);
}

function open(group, calls) {
  const keyPlace = element('div');
  const forms = calls.map(renderCall);
  const root = element(
    'div',
    { className: 'try', hidden: true, role: 'group' },
    keyPlace,
    ...forms.map(({ form }) => form),
  );
  root.setAttribute('aria-label', 'Try it');
  const panel = {
    root,
    renderKey() {
      keyPlace.replaceChildren(...renderKey(panel));
      panel.fill();
    },
    /** Where an id was missing until now. */
    fill() {
      for (const { target } of forms) target.input.value = fill(target.input.value);
    },
    replaceInstallation(before, installation) {
      const part = new RegExp(`/${before}(?=[/?]|$)`);
      for (const { target } of forms)
        target.input.value = target.input.value.replace(part, `/${installation}`);
    },
  };
  panels.push(panel);
  panel.renderKey();
  group.append(root);
  return panel;
}
