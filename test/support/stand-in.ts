// Fills in the stand-in's form like a visitor.

import type { FrameLocator, Locator } from 'playwright-core'

/** Fills in everything and presses the last button. */
export async function fillIn(form: Locator | FrameLocator): Promise<void> {
  await form.getByLabel('ZIP code').fill('12345')
  await form.getByRole('button', { name: 'Continue' }).click()
  for (const [label, text] of [
    ['First name', 'Jane'],
    ['Last name', 'Roe'],
    ['Email', 'jane@example.com'],
    ['Phone', '2125550199'],
  ] as const)
    await form.getByLabel(label).fill(text)
  await form.getByRole('button', { name: 'Continue' }).click()
  await form.getByLabel('Monthly income').fill('2500')
  await form.getByLabel('Lenders may contact me').check()
}
