import type { UserEvent } from '@testing-library/user-event'
import { expect } from 'vitest'

/** More presses of Tab than any dialog has controls. */
const MOST_TABS = 40

/** Goes round with Tab until the focus is there; it never leaves the dialog that is open. */
export async function tabTo(user: UserEvent, target: Element): Promise<void> {
  for (let presses = 0; presses < MOST_TABS && document.activeElement !== target; presses++) {
    await user.tab()
    expect(document.activeElement?.closest('[role="dialog"], [data-base-ui-focus-guard]'), 'the focus left the dialog').not.toBeNull()
  }
  expect(document.activeElement).toBe(target)
}

/** Presses what is focused by hand: the focus goes there without a mouse. */
export async function press(user: UserEvent, button: HTMLElement): Promise<void> {
  button.focus()
  await user.keyboard('{Enter}')
}
