/** Labels of letters, digits and hyphens with a dot between them, in ASCII: 'harbour.example'. */
const form = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/;

/** The stored form of a domain. Undefined for other text. */
export function parseDomain(text: string): string | undefined {
  const domain = text.trim().toLowerCase().replace(/\.$/, '');
  return form.test(domain) ? domain : undefined;
}

/** The domain of an email address. */
export function domainOfEmail(email: string): string | undefined {
  const index = email.lastIndexOf('@');
  return index > 0 ? parseDomain(email.slice(index + 1)) : undefined;
}
