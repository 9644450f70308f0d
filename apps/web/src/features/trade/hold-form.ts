import type { Address } from '@plinth/protocol'
import { bidLeft } from '../../entities/bid.ts'
import type { TextKey } from '../../i18n/translate.ts'
import { addressError } from './address-form.ts'
import { quantityError } from './sale-form.ts'

export type TransferForm = { to: string; quantity: string }
export type TransferFacts = { owned: bigint; me: Address; collection: Address }
export type TransferErrors = Partial<Record<'to' | 'quantity', TextKey>>

/** Validation errors of this transfer, by field (document B §5): a missing quantity is reported under the address. */
export function findTransferErrors({ to, quantity }: TransferForm, { owned, ...facts }: TransferFacts): TransferErrors {
  const address = addressError(to, facts)
  const amount = quantityError(quantity, owned)
  if (address) return { to: address, ...(amount === 'form.exceedValue' ? { quantity: amount } : {}) }
  if (amount === 'form.noQuantity') return { to: amount }
  return amount ? { quantity: amount } : {}
}

export type BurnForm = { quantity: string; word: string }
export type BurnErrors = Partial<Record<keyof BurnForm, TextKey>>

/** Burning asks for two things: the quantity and the confirmation word. */
export function findBurnErrors({ quantity, word }: BurnForm, { owned, asked }: { owned: bigint; asked: string }): BurnErrors {
  const amount = quantityError(quantity, owned)
  const isTyped = word.trim().toLocaleLowerCase() === asked.toLocaleLowerCase()
  return { ...(amount ? { quantity: amount } : {}), ...(isTyped ? {} : { word: 'hold.wordMissing' as const }) }
}

/** How many a holder can sell to a bid: its balance, at most what the bid still asks for (ACCEPT-04). */
export function acceptable(bid: Parameters<typeof bidLeft>[0], owned: bigint): bigint {
  const wanted = bidLeft(bid)
  return wanted < owned ? wanted : owned
}
