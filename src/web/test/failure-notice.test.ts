import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { CallFailure } from '../call/call-failure.ts';
import { FailureNotice } from '../call/failure-notice.tsx';

const renderText = (failure: CallFailure | null, children?: string): string =>
  renderToStaticMarkup(createElement(FailureNotice, { failure }, children));
const error = (status: number, code = '', body?: object) =>
  new CallFailure(status, code, 'internal_server_error', 'request-7', body);

test('shows the request id of a failed save', () => {
  expect(renderText(error(500))).toContain('request-7');
  expect(renderText(error(409), 'Changed meanwhile')).toMatch(/Changed meanwhile.*Request ID.*request-7/);
});

test('shows the reason of the merchant API with its code', () => {
  const body = { reasonCode: 'A102', reasonMessage: 'Currency not supported' };
  expect(renderText(error(400, '', body))).toContain('Currency not supported (A102)');
});

test('shows no id when the browser never reached the server', () => {
  const notice = renderText(new CallFailure(0, '', 'server_not_available'), 'No response');
  expect(notice).toContain('No response');
  expect(notice).not.toContain('Request ID');
});

test('shows no id beside a rejected password', () => {
  expect(renderText(error(401))).not.toContain('request-7');
});

test('shows nothing without a failure, or while the request waits for approval', () => {
  expect(renderText(null)).toBe('');
  expect(renderText(error(202, 'PENDING_APPROVAL'))).toBe('');
});
