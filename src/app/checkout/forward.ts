/** Posts the one form of the document: on to the issuer, or back from it. */
document.querySelector('form')?.submit();
