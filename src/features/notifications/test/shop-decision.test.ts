import { describe, expect, it } from 'vitest';
import { availableActions, decisionIn } from '../merchant-decision.ts';

const json = (answer: object, question = 'preAuthCallback') =>
  JSON.stringify({ callbackResponse: { [`${question}Response`]: answer } });
const url = 'https://shop.example/check?order=7&step=2';

describe('the answer to a question before the authorisation', () => {
  it.each(['PROCEED', 'CANCEL', 'SUSPEND', 'SUSPEND_REPLAY'])('may be %s, in JSON or XML', (action) => {
    expect(availableActions.preAuthCallback).toContain(action);
    expect(decisionIn('preAuthCallback', 'REST_JSON', json({ action }))).toEqual({ action });
    const xml = `<callbackResponse><preAuthCallbackResponse><action> ${action} </action></preAuthCallbackResponse></callbackResponse>`;
    expect(decisionIn('preAuthCallback', 'REST_XML', xml)).toEqual({ action });
  });

  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['an unknown action', json({ action: 'WAIT' })],
    ['an action in small letters', json({ action: 'suspend' })],
    ['a list of actions', json({ action: ['SUSPEND'] })],
    ['the answer to the other question', json({ action: 'SUSPEND' }, 'postAuthCallback')],
  ])('is unclear when it holds %s', (_what, body) => {
    expect(decisionIn('preAuthCallback', 'REST_JSON', body)).toEqual({ action: 'INVALID_RESPONSE' });
  });

  it.each([
    [
      { url, frame: 'TOP' },
      { url, frame: 'TOP' },
    ],
    [
      { url, frame: 'CONTAINER' },
      { url, frame: 'CONTAINER' },
    ],
    [{ url }, { url, frame: 'CONTAINER' }],
    [
      { url, frame: 7 },
      { url, frame: 'CONTAINER' },
    ],
    [{ url: `https://shop.example/${'a'.repeat(2000)}` }, undefined],
    [{ url: 7 }, undefined],
    ['elsewhere', undefined],
    [null, undefined],
  ])('redirects the payer by %j to %j', (redirect, expected) => {
    const answer = decisionIn('preAuthCallback', 'REST_JSON', json({ action: 'SUSPEND', redirect }));
    expect(answer).toEqual(expected ? { action: 'SUSPEND', redirect: expected } : { action: 'SUSPEND' });
  });

  it('redirects the payer in XML', () => {
    const body =
      '<callbackResponse><preAuthCallbackResponse><action>SUSPEND_REPLAY</action><redirect><frame>TOP</frame>' +
      `<url>${url.replaceAll('&', '&amp;')}</url></redirect></preAuthCallbackResponse></callbackResponse>`;
    expect(decisionIn('preAuthCallback', 'REST_XML', body)).toEqual({
      action: 'SUSPEND_REPLAY',
      redirect: { url, frame: 'TOP' },
    });
  });

  it('ignores a redirect when the payment proceeds', () => {
    const body = json({ action: 'PROCEED', redirect: { url, frame: 'TOP' } });
    expect(decisionIn('preAuthCallback', 'REST_JSON', body)).toEqual({ action: 'PROCEED' });
  });
});

it('takes neither SUSPEND nor SUSPEND_REPLAY after the authorisation', () => {
  expect(availableActions.postAuthCallback).toEqual(['PROCEED', 'CANCEL']);
  for (const action of ['SUSPEND', 'SUSPEND_REPLAY']) {
    expect(decisionIn('postAuthCallback', 'REST_JSON', json({ action }, 'postAuthCallback'))).toEqual({
      action: 'INVALID_RESPONSE',
    });
  }
});
