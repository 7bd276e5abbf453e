import { goBackTo } from './page/challenge-history.ts';

const form = document.querySelector('form');
const link = document.querySelector('a');
// Submits the form of a document to the issuer or back from it. A document with a link leads back to the payment page.
if (form) form.submit();
else if (link) goBackTo(link.href);
