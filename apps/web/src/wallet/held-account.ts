import { type Address, isAddress } from '@plinth/protocol'
import { patientStorage } from '../lib/storage.ts'

/** Tabs share it: each of them would take another account in the wallet for another person. */
const KEY = 'plinth.held-account'
/** As long as the signed text is valid. */
const MOST_MS = 300_000

const listeners = new Set<() => void>()

/** The account that the session keeps while another one of the wallet signs for it; undefined at any other time. */
export function heldAccount(): Address | undefined {
  const [account = '', until = ''] = (patientStorage.getItem(KEY) ?? '').split(' ')
  return isAddress(account) && Date.now() < Number(until) ? account : undefined
}

/** Undefined: the wallet's account is the session's again. */
export function holdAccount(account: Address | undefined): void {
  if (account) patientStorage.setItem(KEY, `${account} ${Date.now() + MOST_MS}`)
  else patientStorage.removeItem(KEY)
  for (const listener of listeners) listener()
}

/** Notified when this tab or another holds an account or lets it go. */
export function listenHeld(listener: () => void): () => void {
  const others = ({ key }: StorageEvent) => key === KEY && listener()
  listeners.add(listener)
  window.addEventListener('storage', others)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', others)
  }
}
