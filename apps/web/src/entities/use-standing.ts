import type { OwnAuction } from '@plinth/api'
import { create } from 'zustand'
import { rowKey } from '../lib/rows.ts'

export const STANDING_TEXT = {
  leads: 'item.youLead',
  won: 'item.youWon',
  outbid: 'item.outbid',
  toAccept: 'item.toAccept',
} as const

export type Standing = keyof typeof STANDING_TEXT

/** The viewer's part in an auction and its present standing. */
type OwnPart = { readonly own: OwnAuction; readonly standing: Standing | undefined }

/** The viewer's auctions by item. A later chunk asks for them, so that no card has to. */
export const useOwnParts = create<Readonly<Record<string, OwnPart>>>(() => ({}))

type ItemRef = { chainId: number; collection: string; tokenId: bigint }

export const useOwnPart = (item: ItemRef): OwnPart | undefined => useOwnParts((parts) => parts[rowKey(item)])
