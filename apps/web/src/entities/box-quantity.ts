import { MAX_BOXES_PER_OPEN } from '@plinth/protocol'
import type { TextKey } from '../i18n/translate.ts'

export type QuantityFacts = {
  /** Boxes without a request. */
  left: number
  /** What the contract can draw at once. */
  most: number
}

/** Validation errors of this number of boxes (document B §5). */
export function boxesError(text: string, { left, most }: QuantityFacts): TextKey | undefined {
  if (!/^\d{1,9}$/.test(text) || Number(text) === 0) return 'form.noQuantity'
  if (Number(text) > MAX_BOXES_PER_OPEN) return 'form.maxAmount10Limit'
  if (Number(text) > left) return 'form.exceedValue'
  return Number(text) > most ? 'box.tooMany' : undefined
}
