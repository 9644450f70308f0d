import { screen } from '@testing-library/react'
import { expect } from 'vitest'
import type { Opened } from './page.tsx'

/** Of a part of the page: the element, or all of them, that shows this among other text. */
type Queries = { findAllByText: (text: RegExp) => Promise<HTMLElement[]> }

const escaped = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))

/** Waits until this is read somewhere in a dialog or on the page, also as a part of a sentence. */
export const reads = (on: Queries, text: string): Promise<HTMLElement[]> => on.findAllByText(escaped(text))

/** The buttons under the price, and no others. */
export async function expectActs(...names: (string | RegExp)[]): Promise<void> {
  const shown = () => [...document.querySelectorAll('.price-block .acts > button')].map((button) => button.textContent)
  await expect.poll(shown, { timeout: 5_000 }).toEqual(names.map((name) => expect.stringMatching(name)))
}

/** The dialog has closed. */
export const dialogCloses = (): Promise<void> => expect.poll(() => screen.queryByRole('dialog'), { timeout: 5_000 }).toBeNull()

/** As a reader sees it: one space between words. */
export const wordsOf = (element: Element | null | undefined): string => (element?.textContent ?? '').replaceAll(/\s+/g, ' ').trim()

/** A dialog's button waits for what the account has. */
export async function pressReady(user: Opened['user'], button: () => HTMLButtonElement): Promise<void> {
  await expect.poll(() => button().disabled).toBe(false)
  await user.click(button())
}
