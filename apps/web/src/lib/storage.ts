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
  /** works to buy, by wallet */
  cart: 'cart',
  /** what was begun on the create forms */
  drafts: 'drafts',
  /** and in the dialog of a new collection */
  collectionDrafts: 'collectionDrafts',
  /** how close works stand beside each other */
  density: 'density',
  /** what an account allows, and the site's configuration, for when the server is away */
  allowed: 'allowed',
  /** "off" where single keys do nothing */
  shortcuts: 'shortcuts',
} as const

export const SESSION = { chain: 'channelId', scroll: 'scroll', /** prices typed for many works */ bulk: 'bulk' } as const

export type StoredKey = (typeof LOCAL)[keyof typeof LOCAL] | (typeof SESSION)[keyof typeof SESSION]

const ofTheTab: readonly string[] = Object.values(SESSION)
const storeOf = (key: StoredKey): Storage => (ofTheTab.includes(key) ? sessionStorage : localStorage)

/** What a full or closed storage did not take: it lives for this page only. `null` was forgotten here. */
const refused = new Map<string, string | null>()

const listeners = new Map<StoredKey, Set<() => void>>()

/** Undefined where nothing is kept. */
export function readStored(key: StoredKey): string | undefined {
  return readFrom(() => storeOf(key), key) ?? undefined
}

/** Undefined forgets the key. A full or closed storage is not an error: the value then lives for this page only. */
export function writeStored(key: StoredKey, value: string | undefined): void {
  writeTo(() => storeOf(key), key, value ?? null)
  for (const listener of listeners.get(key) ?? []) listener()
}

/** Notified when this tab or another writes the key; a forgotten storage is all keys at once. */
export function subscribeStored(key: StoredKey, listener: () => void): () => void {
  const others = (event: StorageEvent) => (event.key === key || event.key === null) && listener()
  listeners.set(key, (listeners.get(key) ?? new Set()).add(listener))
  window.addEventListener('storage', others)
  return () => {
    listeners.get(key)?.delete(listener)
    window.removeEventListener('storage', others)
  }
}

/** The browser's local storage for code that is not ours, with the same patience. */
export const patientStorage = {
  getItem: (key: string): string | null => readFrom(() => localStorage, key),
  setItem: (key: string, value: string): void => writeTo(() => localStorage, key, value),
  removeItem: (key: string): void => writeTo(() => localStorage, key, null),
}

function readFrom(open: () => Storage, key: string): string | null {
  const held = refused.get(key)
  if (held !== undefined) return held
  try {
    return open().getItem(key)
  } catch {
    return null
  }
}

function writeTo(open: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) open().removeItem(key)
    else open().setItem(key, value)
    refused.delete(key)
  } catch {
    refused.set(key, value)
  }
}
