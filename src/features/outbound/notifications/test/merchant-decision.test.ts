import { describe, expect, test } from 'vitest';
import { availableActions, parseMerchantDecision } from '../merchant-decision.ts';

const json = (response: object, callback = 'preAuthCallback') =>
  JSON.stringify({ callbackResponse: { [`${callback}Response`]: response } });
const url = 'https://shop.example/check?order=7&step=2';

describe('the response to a pre-authorisation callback', () => {
  test.each(['PROCEED', 'CANCEL', 'SUSPEND', 'SUSPEND_REPLAY'])('may be %s, in JSON or XML', (action) => {
    expect(availableActions.preAuthCallback).toContain(action);
    expect(parseMerchantDecision('preAuthCallback', 'REST_JSON', json({ action }))).toEqual({ action });
    const xml = `<callbackResponse><preAuthCallbackResponse><action> ${action} </action></preAuthCallbackResponse></callbackResponse>`;
    expect(parseMerchantDecision('preAuthCallback', 'REST_XML', xml)).toEqual({ action });
  });

  test.each([
    ['nothing', ''],
    ['null', 'null'],
    ['an unknown action', json({ action: 'WAIT' })],
    ['an action in lower case', json({ action: 'suspend' })],
    ['a list of actions', json({ action: ['SUSPEND'] })],
    ['the response to the other callback', json({ action: 'SUSPEND' }, 'postAuthCallback')],
  ])('is invalid with %s', (_title, body) => {
    expect(parseMerchantDecision('preAuthCallback', 'REST_JSON', body)).toEqual({
      action: 'INVALID_RESPONSE',
    });
  });

  test.each([
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
    const response = parseMerchantDecision(
      'preAuthCallback',
      'REST_JSON',
      json({ action: 'SUSPEND', redirect }),
    );
    expect(response).toEqual(expected ? { action: 'SUSPEND', redirect: expected } : { action: 'SUSPEND' });
  });

  test('redirects the payer in XML', () => {
    const body =
      '<callbackResponse><preAuthCallbackResponse><action>SUSPEND_REPLAY</action><redirect><frame>TOP</frame>' +
      `<url>${url.replaceAll('&', '&amp;')}</url></redirect></preAuthCallbackResponse></callbackResponse>`;
    expect(parseMerchantDecision('preAuthCallback', 'REST_XML', body)).toEqual({
      action: 'SUSPEND_REPLAY',
      redirect: { url, frame: 'TOP' },
    });
  });

  test('ignores a redirect when the payment proceeds', () => {
    const body = json({ action: 'PROCEED', redirect: { url, frame: 'TOP' } });
    expect(parseMerchantDecision('preAuthCallback', 'REST_JSON', body)).toEqual({ action: 'PROCEED' });
  });
});

test('rejects SUSPEND and SUSPEND_REPLAY after authorisation', () => {
  expect(availableActions.postAuthCallback).toEqual(['PROCEED', 'CANCEL']);
  for (const action of ['SUSPEND', 'SUSPEND_REPLAY']) {
    expect(
      parseMerchantDecision('postAuthCallback', 'REST_JSON', json({ action }, 'postAuthCallback')),
    ).toEqual({
      action: 'INVALID_RESPONSE',
    });
  }
});
