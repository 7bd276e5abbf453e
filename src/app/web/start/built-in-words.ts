/** For a page whose language files are missing, English included. */
export const builtInWords = {
  'error.offline.title': 'No connection',
  'error.offline.message': 'Check your connection. The page opens automatically.',
  'error.system_error.title': 'The page could not be loaded',
  'error.system_error.message': 'Try again in a moment.',
  'ui.requestId': 'Request ID',
  'ui.retry': 'Try again',
};
