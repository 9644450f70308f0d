import type { StoredFile } from '@plinth/api'
import type { MintVoucher } from '@plinth/sdk'
import { type ChosenFile, isSent } from '../../flows/acts/item/item-files.ts'
import { type CreateForm, EMPTY_FORM, type Property, ROYALTY_CHOICES, withBlankRow } from './create-form.ts'

/** What the market allotted to an item, and which item that was: another one gets another number. */
export type Made = { work: string; voucher: MintVoucher; metadataUrl: string | undefined }

type Raw = Readonly<Record<string, unknown>>

const rawOf = (value: unknown): Raw => (typeof value === 'object' && value !== null ? { ...value } : {})
const textOf = (value: unknown, otherwise = ''): string => (typeof value === 'string' ? value : otherwise)
const flagOf = (value: unknown, otherwise: boolean): boolean => (typeof value === 'boolean' ? value : otherwise)
const countOf = (value: unknown): number => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0)
const isDigits = (value: unknown): value is string => typeof value === 'string' && /^\d{1,78}$/.test(value)
const isHex = (value: unknown): value is `0x${string}` => typeof value === 'string' && /^0x[0-9a-f]+$/i.test(value)

/** As JSON can hold it: of files only those that were sent, by their address. */
export function writeForm({ file, cover, ...form }: CreateForm): Raw {
  return { ...form, file: writeFile(file), cover: writeFile(cover) }
}

export const writeFile = (file: ChosenFile | undefined) => (file && isSent(file) ? { ...file, id: file.id.toString() } : undefined)

export function readForm(value: unknown): CreateForm {
  const raw = rawOf(value)
  return {
    file: readFile(raw.file),
    cover: readFile(raw.cover),
    name: textOf(raw.name),
    description: textOf(raw.description),
    category: isDigits(raw.category) ? raw.category : '',
    royalty: ROYALTY_CHOICES.find((known) => known === raw.royalty) ?? EMPTY_FORM.royalty,
    royaltyOther: textOf(raw.royaltyOther),
    collection: textOf(raw.collection),
    properties: withBlankRow(Array.isArray(raw.properties) ? raw.properties.map(readProperty) : []),
    onSale: flagOf(raw.onSale, EMPTY_FORM.onSale),
    isMintedLater: flagOf(raw.isMintedLater, EMPTY_FORM.isMintedLater),
    price: textOf(raw.price),
    payToken: textOf(raw.payToken),
    quantity: textOf(raw.quantity, EMPTY_FORM.quantity),
  }
}

function readProperty(value: unknown): Property {
  const { key, value: its } = rawOf(value)
  return { key: textOf(key), value: textOf(its) }
}

/** Shown as a picture and sent to the market, so only as an address of its own store. */
export function readFile(value: unknown): StoredFile | undefined {
  const { id, url, cid, name, type, size, ipfsUrl, width, height } = rawOf(value)
  if (!isDigits(id) || typeof url !== 'string' || !/^\/static\/upload\/[a-z0-9.]+$/.test(url)) return undefined
  return {
    id: BigInt(id),
    url,
    cid: textOf(cid),
    name: textOf(name),
    type: textOf(type),
    ipfsUrl: textOf(ipfsUrl),
    size: countOf(size),
    width: countOf(width),
    height: countOf(height),
  }
}

export const writeMade = ({ voucher, ...made }: Made): Raw => ({ ...made, voucher: { ...voucher, tokenId: voucher.tokenId.toString() } })

export function readMade(value: unknown): Made | undefined {
  const { work, voucher, metadataUrl } = rawOf(value)
  const { tokenId, v, r, s } = rawOf(voucher)
  if (typeof work !== 'string' || !isDigits(tokenId) || !isDigits(v) || !isHex(r) || !isHex(s)) return undefined
  return { work, voucher: { tokenId: BigInt(tokenId), v, r, s }, metadataUrl: typeof metadataUrl === 'string' ? metadataUrl : undefined }
}
