/** Everything this app keeps in the browser, by name. Local storage lasts, session storage lives with the tab (document A §9). */
export const LOCAL = {
  locale: 'locale',
  theme: 'theme',
  token: 'Authorization',
  /** "1" after a connect, until disconnect: the guard trusts it while the wallet is being restored (decision 19). */
  connected: 'connected',
  /** rdns or name of the wallet that was used last */
  wallet: 'wallet',
  user: 'user',
  /** keys of items bought but not yet indexed (document B §4) */
  pending: 'pending',
  transactions: 'transactions',
} as const

export const SESSION = { chain: 'channelId' } as const

type Key = (typeof LOCAL)[keyof typeof LOCAL] | (typeof SESSION)[keyof typeof SESSION]

const storeOf = (key: Key): Storage => (key === SESSION.chain ? sessionStorage : localStorage)

/** Undefined where nothing is kept, and where storage is closed to us. */
export function readStored(key: Key): string | undefined {
  try {
    return storeOf(key).getItem(key) ?? undefined
  } catch {
    return undefined
  }
}

/** Undefined forgets the key. A full or closed storage is not an error: the value then lives for this page only. */
export function writeStored(key: Key, value: string | undefined): void {
  try {
    if (value === undefined) storeOf(key).removeItem(key)
    else storeOf(key).setItem(key, value)
  } catch {
    return
  }
}
