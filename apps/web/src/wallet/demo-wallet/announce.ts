import type { Network } from '@plinth/protocol'
import { patientStorage } from '../../lib/storage.ts'
import { createDemoProvider } from './provider.ts'
import { DEMO_KEY } from './state.ts'
import { askInWindow } from './window.ts'

/** A plinth with its dot, as EIP-6963 wants icons: a data address. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#F1EEE6"/><rect x="7" y="16" width="18" height="9" fill="#16150F"/><circle cx="16" cy="10" r="4" fill="#C92A17"/></svg>',
)}`

/** Announces the demo wallet by EIP-6963, as an extension would: at once and whenever a page asks. */
export function announceDemoWallet(networks: readonly Network[], { rdns, siteName }: { rdns: string; siteName: string }): void {
  const provider = createDemoProvider({
    networks,
    ask: (question) => askInWindow(question, siteName),
    load: () => patientStorage.getItem(DEMO_KEY),
    save: (text) => patientStorage.setItem(DEMO_KEY, text),
  })
  window.addEventListener('storage', ({ key }) => key === DEMO_KEY && provider.reload())
  const info = { uuid: crypto.randomUUID(), name: 'Demo wallet', icon: ICON, rdns }
  const announce = () =>
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info: Object.freeze(info), provider }) }))
  window.addEventListener('eip6963:requestProvider', announce)
  announce()
}
