import { Flame, type LucideIcon, Send } from 'lucide-react'
import type { TextKey } from '../i18n/translate.ts'

type Shown = {
  readonly label: TextKey
  /** Beside it in the menu of an item's page; an act without one has a button elsewhere on that page. */
  readonly icon?: LucideIcon
}

/** What a holder can do with an item, besides offering it, and how menus show it. */
export const HOLD_ACTS = {
  acceptBid: { label: 'hold.takeBid' },
  transfer: { label: 'hold.transfer', icon: Send },
  burn: { label: 'hold.burn', icon: Flame },
} as const satisfies Record<string, Shown>

export type HoldAct = keyof typeof HOLD_ACTS
export const shownAs = (act: HoldAct): Shown => HOLD_ACTS[act]
export const isHoldAct = (act: string): act is HoldAct => Object.hasOwn(HOLD_ACTS, act)
