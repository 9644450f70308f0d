import type { Language } from '@plinth/api'
import type { Address } from '@plinth/protocol'
import { act, cleanup, configure, getConfig, render, screen, waitFor, within } from '@testing-library/react'
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event'
import { afterEach, expect, vi } from 'vitest'
import { FakeMarket } from './fake/fake-market.ts'
import { NOW } from './fake/records.ts'
import { forgetHistory, layersLeft } from './history.ts'
import type { InjectedWallet } from './injected-wallet.ts'
import { ScriptedWallet } from './scripted-wallet.ts'
import { currentSite, setSite } from './site.ts'
import { openTab, ownTab } from './tab.ts'

export type PageOptions = {
  market?: FakeMarket
  wallet?: ScriptedWallet
  /** The account whose wallet is connected; signed in by default. No wallet where it is missing. */
  as?: Address
  isSignedIn?: boolean
  locale?: Language
  /** Extensions in the window, for which the page runs its own wallet code; the first is the one that is connected. */
  injected?: readonly InjectedWallet[]
  /** The browser keeps what the last page of this test left in it. */
  isReload?: boolean
}

export type Opened = {
  market: FakeMarket
  wallet: ScriptedWallet
  user: UserEvent
  screen: typeof screen
}

let isOpen = false
let uninstall: (() => void)[] = []

/** As the fake's networks name their nodes. */
const isNode = (url: string | URL | Request) =>
  new URL(url instanceof Request ? url.url : url, 'http://plinth.test').hostname === '127.0.0.1'

/** How long a query waits for what it looks for. */
export const QUERY_MS = 10_000
/** The first page of a run waits for the compiler. */
export const OPEN_MS = 25_000

/** While a wait goes on, its errors are dropped; the error of a wait that ends comes here once more. */
const isDropped = (): boolean => (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true

// Unmatched queries would print the whole document.
configure({
  asyncUtilTimeout: QUERY_MS,
  getElementError: (message) => {
    const reason = message?.split('\n\nIgnored nodes')[0] ?? ''
    return new Error(isDropped() ? reason : `${reason}\n\n${shownText()}`)
  },
})

const briefly = (error: Error): Error => new Error(`${error.message.split('\n')[0]}\n\n${shownText()}`)

/** A wallet in the page's own code goes on announcing itself to the window: its listeners leave with the page. */
function forgetAnnouncers(): () => void {
  const walletListeners: [string, EventListener][] = []
  const add = window.addEventListener.bind(window)
  const spy = vi.spyOn(window, 'addEventListener')
  spy.mockImplementation((type: string, listener: unknown, options?: unknown) => {
    if (type.startsWith('eip6963:')) walletListeners.push([type, listener as EventListener])
    add(type, listener as EventListener, options as AddEventListenerOptions)
  })
  return () => {
    spy.mockRestore()
    for (const [type, listener] of walletListeners) window.removeEventListener(type, listener)
  }
}

/** What a reader sees, dialogs last. */
const shownText = (): string => document.body.innerText.replaceAll(/\n{2,}/g, '\n').slice(-2_000)

/**
 * Opens the whole app at an address, as a fresh tab does: its modules are imported again, so nothing is left of another test. It
 * runs on the catalogue's fake and on a scripted wallet; the clock is at `NOW`.
 */
export async function openPage(path: string, options: PageOptions = {}): Promise<Opened> {
  closePage(options.isReload)
  isOpen = true
  const { market = new FakeMarket(), wallet = new ScriptedWallet(), as, isSignedIn = true, locale = 'en', injected = [] } = options
  const [chosen] = injected
  setSite({ market, wallet, hasWalletCode: chosen !== undefined })
  vi.useFakeTimers({ toFake: ['Date'], now: NOW * 1_000 })
  const closeTab = openTab(async (url, init = {}) =>
    chosen && isNode(url) ? chosen.node.serve(init.body as string) : market.fetch(url, init),
  )
  uninstall = [closeTab, ...injected.map((one) => one.install()), ...(chosen ? [forgetAnnouncers()] : [])]
  ownTab()
  wallet.status = 'none'
  wallet.account = as ?? wallet.account
  if (!options.isReload) localStorage.setItem('locale', locale)
  if (as) {
    localStorage.setItem('connected', '1')
    localStorage.setItem('wallet', chosen?.id ?? 'test.wallet')
    if (isSignedIn) localStorage.setItem('Authorization', FakeMarket.tokenOf(as))
  }
  // A module that is on its way while all are dropped would never come to the next page that asks for it.
  await vi.dynamicImportSettled()
  vi.resetModules()
  forgetHistory()
  history.replaceState(null, '', path)
  const [{ App }, { startTexts, allTexts }] = await Promise.all([import('../src/app/App.tsx'), import('../src/i18n/index.ts')])
  await startTexts()
  await allTexts()
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  render(<App />)
  await waitFor(() => expect(document.querySelector('main')).not.toBeNull(), { timeout: OPEN_MS, onTimeout: briefly })
  // The code of the keys comes after the page's.
  await act(async () => void (await import('../src/features/palette/Shortcuts.tsx')))
  return { market, wallet, user, screen }
}

/** Waits until all that the page has asked for is answered and drawn: what it does not show then, it does not show. */
export async function allDrawn(): Promise<void> {
  const { queryClient } = await import('../src/lib/api.ts')
  await vi.dynamicImportSettled()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  // Answers are handed to the page in a task of their own.
  await act(() => new Promise((resolve) => setTimeout(resolve)))
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

function closePage(isReload = false): void {
  cleanup()
  for (const remove of uninstall.splice(0)) remove()
  if (!isReload) {
    localStorage.clear()
    sessionStorage.clear()
  }
  forgetHistory()
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
