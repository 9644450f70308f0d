import {
  belowMinimum,
  COVER_MIMES,
  FILE_LIMITS,
  findAmountProblem,
  MAIN_FILE_MIMES,
  MAX_UINT256,
  needsCover,
  parseUnits,
  royaltyInputBps,
  TOKEN_STANDARD,
  type TokenStandard,
} from '@plinth/protocol'
import { type ChosenFile, isSent } from '../../flows/acts/item/item-files.ts'
import type { TextKey } from '../../i18n/translate.ts'

export type Property = { key: string; value: string }
export const ROYALTY_CHOICES = ['2', '5', '8', 'other'] as const
export type RoyaltyChoice = (typeof ROYALTY_CHOICES)[number]

export type CreateForm = {
  file: ChosenFile | undefined
  cover: ChosenFile | undefined
  name: string
  description: string
  /** Id as text, "" while none is chosen. */
  category: string
  royalty: RoyaltyChoice
  /** Typed percent, for `other`. */
  royaltyOther: string
  /** Address, "" while none is chosen. */
  collection: string
  /** Always ends with one blank row (document B §3). */
  properties: readonly Property[]
  onSale: boolean
  /** Put on sale, it is minted by its first buyer's purchase. */
  isMintedLater: boolean
  price: string
  /** Address of the pay token, "" for the chain's default. */
  payToken: string
  /** How many, on the multiple form. */
  quantity: string
}

export type CreateField = 'file' | 'cover' | 'name' | 'category' | 'royalty' | 'collection' | 'quantity' | 'price'
export type CreateErrors = Partial<Record<CreateField, TextKey>>

const BLANK: Property = { key: '', value: '' }

export const EMPTY_FORM: CreateForm = {
  file: undefined,
  cover: undefined,
  name: '',
  description: '',
  category: '',
  royalty: '2',
  royaltyOther: '',
  collection: '',
  properties: [BLANK],
  onSale: true,
  isMintedLater: false,
  price: '',
  payToken: '',
  // The documented start of the multiple form (document B §3).
  quantity: '0',
}

/** `least` is what the exchange pays for one at least, in base units. */
export type PriceLimits = { decimals: number; least: bigint }

/** Validation errors of this item, by field (document B §5). `limits` of the pay token, undefined while none is known. */
export function findCreateErrors(form: CreateForm, limits: PriceLimits | undefined, standard: TokenStandard): CreateErrors {
  const found: CreateErrors = {
    file: form.file ? undefined : 'form.noFile',
    cover: form.file && needsCover(form.file.type) && !form.cover ? 'create.noCover' : undefined,
    name: isVisible(form.name) ? undefined : 'form.noName',
    category: form.category === '' ? 'form.noCategory' : undefined,
    royalty: royaltyBpsOf(form) === undefined ? 'form.royaltiesLimit' : undefined,
    collection: form.collection === '' ? 'form.noContract' : undefined,
    quantity: quantityOf(form, standard) === undefined ? 'form.noQuantity' : undefined,
    price: form.onSale ? priceError(form.price, limits) : undefined,
  }
  return Object.fromEntries(Object.entries(found).filter(([, key]) => key !== undefined))
}

/** Nothing is left to be sent up. */
export const areSent = ({ file, cover }: Pick<CreateForm, 'file' | 'cover'>): boolean =>
  file !== undefined && isSent(file) && (!needsCover(file.type) || (cover !== undefined && isSent(cover)))

/** How many are minted: 1 on the single form, undefined where the multiple form says none or too many for a chain. */
export function quantityOf({ quantity }: Pick<CreateForm, 'quantity'>, standard: TokenStandard): bigint | undefined {
  if (standard !== TOKEN_STANDARD.ERC1155) return 1n
  if (!/^\d{1,78}$/.test(quantity) || BigInt(quantity) === 0n || BigInt(quantity) > MAX_UINT256) return undefined
  return BigInt(quantity)
}

/** Spaces and characters of no width are no name. */
const isVisible = (text: string): boolean => /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u.test(text)

function priceError(price: string, limits: PriceLimits | undefined): TextKey | undefined {
  if (limits === undefined) return 'form.noPayToken'
  const { decimals, least } = limits
  const problem = findAmountProblem(price, decimals)
  if (problem === 'TOO_MANY_DIGITS') return 'form.highPrice'
  if (problem === 'TOO_MANY_DECIMALS') return belowMinimum(price, decimals) ? 'form.lowPrice' : 'form.tooManyDecimals'
  if (problem !== undefined || parseUnits(price, decimals) === 0n) return 'form.noPrice'
  return parseUnits(price, decimals) < least ? 'form.lowPrice' : undefined
}

/** Percent times 100; blank is 0, undefined above 10 % or unreadable. */
export function royaltyBpsOf({ royalty, royaltyOther }: Pick<CreateForm, 'royalty' | 'royaltyOther'>): number | undefined {
  try {
    return royaltyInputBps(royalty === 'other' ? royaltyOther : royalty)
  } catch {
    return undefined
  }
}

/** Rows as they are edited, with exactly one blank row at the end. */
export function withBlankRow(properties: readonly Property[]): readonly Property[] {
  const kept = properties.filter(({ key, value }) => key !== '' || value !== '')
  return [...kept, BLANK]
}

/** Rows as they are sent: empty and half-filled ones are dropped. */
export function sentProperties(properties: readonly Property[]): Property[] {
  return properties
    .map(({ key, value }) => ({ key: key.trim(), value: value.trim() }))
    .filter(({ key, value }) => key !== '' && value !== '')
}

export type FileKind = 'main' | 'cover' | 'editionMain' | 'editionCover' | 'collectionCover'
/** Each form has its own limit, and its hint and message say that one (decision 35). */
const BYTES = {
  main: FILE_LIMITS.single,
  cover: FILE_LIMITS.single,
  editionMain: FILE_LIMITS.multiple,
  editionCover: FILE_LIMITS.multiple,
  collectionCover: FILE_LIMITS.cover,
} as const
const MIMES: Record<FileKind, readonly string[]> = {
  main: MAIN_FILE_MIMES,
  cover: COVER_MIMES,
  editionMain: MAIN_FILE_MIMES,
  editionCover: COVER_MIMES,
  collectionCover: COVER_MIMES,
}

export const acceptOf = (kind: FileKind): string => MIMES[kind].join(',')
export const megabytesOf = (kind: FileKind): number => BYTES[kind] / 1_048_576

/** Why a file is not taken; it is then not kept either. */
export function fileError(file: Pick<File, 'size' | 'type'>, kind: FileKind): TextKey | undefined {
  if (!MIMES[kind].includes(file.type)) return 'create.fileType'
  return file.size > BYTES[kind] ? 'form.fileLimit' : undefined
}
