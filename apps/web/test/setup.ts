import { TIMERS_MS } from '@plinth/protocol'
import { vi } from 'vitest'
import { SeesAll } from './sight.ts'
import { currentSite } from './site.ts'

// The wallet that a component test opens its page with; the real one needs a chain.
vi.mock('../src/wallet/load.ts', async () => ({
  loadWallet: async () => {
    if (!currentSite().hasWalletCode) return currentSite().wallet.wallet
    const own = await vi.importActual<typeof import('../src/wallet/load.ts')>('../src/wallet/load.ts')
    return own.loadWallet()
  },
}))

// Waits that exist for people's eyes only.
Object.assign(TIMERS_MS, { walletCheck: 0, stepDelay: 0 })

/** What happy-dom lacks of a browser. */
class NoObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
vi.stubGlobal('ResizeObserver', NoObserver)
// `vi.stubGlobal` would end with a test.
Object.assign(globalThis, { IntersectionObserver: SeesAll })
vi.stubGlobal('scrollTo', () => undefined)
// It names locks and has none; without the name each page reads the stream for itself, as in a browser that lacks them.
Reflect.deleteProperty(Object.getPrototypeOf(navigator), 'locks')

// react-dom asks the document whether it knows a tag, and happy-dom's does not know this one.
const complain = console.error
vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
  if (!String(said[0]).includes('is unrecognized in this browser')) complain(...said)
})
