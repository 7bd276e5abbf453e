import { describe, expect, test } from 'vitest';
import { linkDraftState, readLinkDraft } from '#web/links/link-draft.ts';
import { createdState, readCreatedState } from '../created-links.ts';
import { emptyLinkForm } from '../link-form.ts';

const installations = [
  { id: 1, currencies: ['GBP', 'EUR'] },
  { id: 2, currencies: ['EUR'] },
];
const start = { today: '2026-11-23', language: 'en' } as const;
const draft = {
  installationId: 1,
  currency: 'EUR',
  amount: '12.50',
  emailAddress: 'ada@example.org',
  merchantReference: 'ORDER 7',
  description: null,
};

describe('a new link’s form', () => {
  test('begins empty, with the only installation', () => {
    expect(emptyLinkForm(installations, start)).toMatchObject({
      installationId: '',
      currency: '',
      amount: '',
    });
    expect(emptyLinkForm(installations.slice(1), start)).toMatchObject({
      installationId: '2',
      currency: 'EUR',
      amount: '',
      expires: '2026-11-30',
    });
  });

  test('takes the values of another screen', () => {
    expect(emptyLinkForm(installations, start, readLinkDraft(linkDraftState(draft)))).toMatchObject({
      installationId: '1',
      currency: 'EUR',
      amount: '12.50',
      emailAddress: 'ada@example.org',
      merchantReference: 'ORDER 7',
      description: '',
    });
  });

  test('leaves out an amount in a currency that the installation doesn’t take', () => {
    const restored = readLinkDraft(linkDraftState({ ...draft, installationId: 2, currency: 'GBP' }));
    expect(emptyLinkForm(installations, start, restored)).toMatchObject({ currency: 'EUR', amount: '' });
  });

  test('ignores a state that is no draft', () => {
    for (const state of [undefined, null, {}, { linkDraft: 'x' }, { linkDraft: { amount: {} } }])
      expect(readLinkDraft(state)).toEqual({});
  });
});

describe('the new links', () => {
  const links = [{ linkId: 'a', link: 'https://pay.example/a/1' }];
  const form = emptyLinkForm(installations, start, readLinkDraft(linkDraftState(draft)));
  const expires = '2026-11-30T23:59:59.000Z';

  test('come back from the navigation’s state with their terms', () => {
    expect(readCreatedState(createdState(form, expires, links))).toEqual({
      links,
      terms: {
        currency: 'EUR',
        amount: '12.50',
        merchantReference: 'ORDER 7',
        emailAddress: 'ada@example.org',
        expires,
      },
    });
  });

  test('are missing from a state without valid links or terms', () => {
    const unsafe = [{ linkId: 'a', link: 'javascript:alert(1)' }];
    for (const state of [
      undefined,
      {},
      { smartLinks: links },
      createdState(form, 'x', links),
      createdState(form, expires, unsafe),
    ])
      expect(readCreatedState(state)).toBeUndefined();
  });
});
