import { type Address, isAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { TextKey } from '../../i18n/translate.ts'

/** An address as it was typed or pasted, in any case. */
export const readAddress = (text: string): string => text.trim().toLowerCase()

/** Of an account other than the reader's, which is no contract of its item. */
export function addressError(text: string, { me, collection }: { me: Address | undefined; collection: Address }): TextKey | undefined {
  const address = readAddress(text)
  if (address === '') return 'form.noAddress'
  if (!isAddress(address)) return 'form.badAddress'
  if (address === me) return 'form.own'
  if (address === ZERO_ADDRESS) return 'form.zeroAddress'
  return address === collection ? 'form.collectionAddress' : undefined
}
