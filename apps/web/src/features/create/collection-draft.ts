import { type Address, isAddress } from '@plinth/protocol'
import { newSalt } from '../../flows/acts/item/create-collection.ts'
import { type ChosenFile, isSent } from '../../flows/acts/item/item-files.ts'
import { LOCAL, readStored, writeStored } from '../../lib/storage.ts'
import { readFile, writeFile } from './draft-record.ts'

export type CollectionForm = { file: ChosenFile | undefined; name: string; symbol: string; introduction: string; website: string }

/** A collection that was begun, and what has become of it. It outlives the page; a file that was not sent yet does not. */
export type CollectionDraft = {
  form: CollectionForm
  /** With the same, the factory puts it at the same address. */
  salt: `0x${string}`
  address: Address | undefined
  /** What the market has received of it, and the address of the text that it made of it. */
  announced: string
  metadataUrl: string
}

export const newCollectionDraft = (): CollectionDraft => ({
  form: { file: undefined, name: '', symbol: '', introduction: '', website: '' },
  salt: newSalt(),
  address: undefined,
  announced: '',
  metadataUrl: '',
})

export const collectionDraftKey = (account: string | undefined, chainId: number, standard: number): string =>
  `${account ?? ''}:${chainId}:${standard}`

export function readCollectionDraft(key: string): CollectionDraft {
  const raw = parseAll()[key]
  const blank = newCollectionDraft()
  if (typeof raw !== 'object' || raw === null) return blank
  const { file, name, symbol, introduction, website, salt, address, announced, metadataUrl } = raw as Record<string, unknown>
  return {
    form: {
      file: readFile(file),
      name: textOf(name),
      symbol: textOf(symbol),
      introduction: textOf(introduction),
      website: textOf(website),
    },
    salt: typeof salt === 'string' && /^0x[0-9a-f]{64}$/.test(salt) ? (salt as `0x${string}`) : blank.salt,
    address: typeof address === 'string' && isAddress(address) ? address : undefined,
    announced: textOf(announced),
    metadataUrl: textOf(metadataUrl),
  }
}

/** Undefined forgets it. */
export function writeCollectionDraft(key: string, draft: CollectionDraft | undefined): void {
  const { [key]: _, ...others } = parseAll()
  const all = draft ? { ...others, [key]: recordOf(draft) } : others
  writeStored(LOCAL.collectionDrafts, Object.keys(all).length === 0 ? undefined : JSON.stringify(all))
}

const recordOf = ({ form: { file, ...words }, ...rest }: CollectionDraft) => ({ ...words, ...rest, file: writeFile(file) })

/** What the market receives of it, so that the same is sent once. */
export const announcementOf = ({ file, name, symbol, introduction, website }: CollectionForm): string =>
  JSON.stringify([name.trim(), symbol.trim(), introduction.trim(), website.trim(), file && isSent(file) ? file.cid : ''])

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

function parseAll(): Record<string, unknown> {
  try {
    const all: unknown = JSON.parse(readStored(LOCAL.collectionDrafts) ?? '{}')
    return typeof all === 'object' && all !== null ? { ...all } : {}
  } catch {
    return {}
  }
}
