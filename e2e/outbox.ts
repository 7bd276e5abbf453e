import type { Page } from 'playwright-core';

/** Waits for the newest email to this user from the given template, and opens it. */
export async function openMail(page: Page, to: string, template: string): Promise<void> {
  for (let round = 0; round < 40; round += 1) {
    await page.goto('/debug/mail');
    const row = page.getByRole('row').filter({ hasText: to }).filter({ hasText: template }).first();
    if ((await row.count()) > 0) {
      await row.getByRole('link').click();
      await page.getByRole('link', { name: 'As HTML' }).waitFor();
      return;
    }
    await page.waitForTimeout(500);
  }
  throw new Error(`no mail ${template} to ${to}`);
}

/** The link in the open email. */
export async function linkInMail(page: Page): Promise<string> {
  const href = await page.locator('pre a[href*="/password/"]').first().getAttribute('href');
  if (href == null) throw new Error('this mail has no link');
  return href;
}
