import { loadWallet } from '../wallet/load.ts'
import type { Intent, Sent, Wallet } from '../wallet/types.ts'
import type { Out } from './follow.ts'
import { addToTray, changeInTray, findInTray, listTray, type NewEntry } from './tray.ts'
import type { TrayEntry, TraySent } from './tray-record.ts'

/** A window of the wallet that nobody has answered for so long will not be answered. */
const ASKING_MS = 10 * 60_000

export const sentAs = ({ to, dataHash, value, nonce, block }: Intent): TraySent => ({
  ...{ to, dataHash, nonce },
  value: value.toString(),
  block: block.toString(),
})

export const intentOf = ({ to, dataHash, value, nonce, block }: TraySent): Intent => ({
  ...{ to, dataHash, nonce },
  value: BigInt(value),
  block: BigInt(block),
})

/** Puts the hash into the tray, and with it the number by which the transaction is known when the hash is not any more. */
export async function entryOf(wallet: Wallet, doing: NewEntry & { id?: string; hash: Out['hash'] }): Promise<Out> {
  const { hash, chainId } = doing
  const known = doing.id === undefined ? listTray().find((entry) => entry.hash === hash) : findInTray(doing.id)
  const id = known?.id ?? addToTray({ ...doing, hash })
  changeInTray(id, { hash, ...(known?.status === 'asking' ? { status: 'pending' } : {}) })
  const found = await wallet.findByHash(chainId, hash)
  // The search begins where the intent was written down, which may be before the block that took it.
  if (found) changeInTray(id, { sent: { ...sentAs(found), block: known?.sent?.block ?? found.block.toString() } })
  const entry = findInTray(id)
  return { ...doing, id, hash, sent: entry?.sent ?? known?.sent }
}

const asking = new Set<string>()

/** Known to this page, and by a lock that goes with it to the others: is there still somebody to hear the wallet's answer? */
export async function whileAsking<T>(id: string, ask: () => Promise<T>): Promise<T> {
  asking.add(id)
  try {
    // Browsers have locks only where the page came over a secure way, or from this computer.
    return await (navigator.locks ? navigator.locks.request(lockOf(id), ask) : ask())
  } finally {
    asking.delete(id)
  }
}

export async function isBeingAsked(id: string): Promise<boolean> {
  if (asking.has(id)) return true
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return held.some(({ name }) => name === lockOf(id))
}

const lockOf = (id: string) => `plinth.asking.${id}`

/** The transaction that a forgotten question became; undefined while there is none. */
export async function adoptIntent(wallet: Wallet, entry: TrayEntry): Promise<Out | undefined> {
  if (!entry.sent) return undefined
  const found: Sent | undefined = await wallet.findSent(entry.chainId, entry.account, intentOf(entry.sent)).catch(() => undefined)
  return found && entryOf(wallet, { ...entry, hash: found.hash })
}

/** Looks for it as long as the wallet's window may stand open; then it was never sent. */
export async function awaitIntent(id: string, everyMs: number): Promise<Out | undefined> {
  const wallet = await loadWallet()
  for (let entry = findInTray(id); entry?.status === 'asking'; entry = findInTray(id)) {
    const found = await adoptIntent(wallet, entry)
    if (found) return found
    if (Date.now() - entry.sentAt > ASKING_MS) return undefined
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
  return undefined
}
