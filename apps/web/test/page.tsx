import type { Address } from '@plinth/protocol'
import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, expect, vi } from 'vitest'
import { FakeMarket } from './fake/fake-market.ts'
import { NOW } from './fake/records.ts'
import { forgetHistory, layersLeft, watchHistory } from './history.ts'
import { ScriptedWallet } from './scripted-wallet.ts'
import { currentSite, setSite } from './site.ts'
import { ownTab } from './tab.ts'

export type PageOptions = {
  market?: FakeMarket
  wallet?: ScriptedWallet
  /** Whose wallet is connected; signed in unless told otherwise. Nobody's where it is missing. */
  as?: Address
  isSignedIn?: boolean
  locale?: 'en' | 'zh'
}

export type Opened = {
  market: FakeMarket
  wallet: ScriptedWallet
  user: UserEvent
  screen: typeof screen
}

let isOpen = false

// Unmatched queries would print the whole document.
configure({
  asyncUtilTimeout: 5_000,
  getElementError: (message) => new Error(`${message?.split('\n\nIgnored nodes')[0]}\n\n${shownText()}`),
})

const briefly = (error: Error): Error => new Error(`${error.message.split('\n')[0]}\n\n${shownText()}`)

/** What a reader sees, dialogs last. */
const shownText = (): string => document.body.innerText.replaceAll(/\n{2,}/g, '\n').slice(-2_000)

/**
 * Opens the whole app at an address, as a fresh tab does: its modules are read anew, so nothing is left of another test.
 * It stands on the catalogue's fake and on a scripted wallet; the clock stands at `NOW`.
 */
export async function openPage(path: string, options: PageOptions = {}): Promise<Opened> {
  closePage()
  isOpen = true
  const { market = new FakeMarket(), wallet = new ScriptedWallet(), as, isSignedIn = true, locale = 'en' } = options
  setSite({ market, wallet })
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1_000 })
  vi.stubGlobal('fetch', market.fetch)
  ownTab()
  wallet.status = 'none'
  wallet.account = as ?? wallet.account
  localStorage.setItem('locale', locale)
  if (as) {
    localStorage.setItem('connected', '1')
    localStorage.setItem('wallet', 'test.wallet')
    if (isSignedIn) localStorage.setItem('Authorization', FakeMarket.tokenOf(as))
  }
  watchHistory()
  history.replaceState(null, '', path)
  vi.resetModules()
  const [{ App }, { startTexts, allTexts }] = await Promise.all([import('../src/app/App.tsx'), import('../src/i18n/index.ts')])
  await startTexts()
  await allTexts()
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  render(<App />)
  // The first page of a run waits for the compiler.
  await waitFor(() => expect(document.querySelector('main')).not.toBeNull(), { timeout: 25_000, onTimeout: briefly })
  return { market, wallet, user, screen }
}

/** The open dialog; where several have been open one after the other, the one with this heading. */
export function findDialog(heading?: string | RegExp): Promise<HTMLElement> {
  return waitFor(
    () => {
      const dialogs = screen.getAllByRole('dialog')
      const found = heading === undefined ? dialogs.at(-1) : dialogs.find((one) => within(one).queryByRole('heading', { name: heading }))
      if (!found) throw new Error(`No dialog is headed ${heading}`)
      return found
    },
    { onTimeout: briefly },
  )
}

function closePage(): void {
  cleanup()
  forgetHistory()
  localStorage.clear()
  sessionStorage.clear()
  document.body.replaceChildren()
  vi.useRealTimers()
}

afterEach(async () => {
  if (!isOpen) return
  cleanup()
  await layersLeft()
  closePage()
  isOpen = false
  vi.unstubAllGlobals()
  // A call that the fake can't answer, or answers as the server never would, is a fault of the test.
  expect(currentSite().market.faults).toEqual([])
})
