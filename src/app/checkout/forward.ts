/** Submits the document's only form, to the issuer or back from it. */
document.querySelector('form')?.submit();
