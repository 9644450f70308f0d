import type { AuctionRecord, ItemRecord, OrderRecord } from '@plinth/api'
import type { ReactNode } from 'react'
import type { HoldAct } from '../../entities/hold-act.ts'
import type { OpenAccept } from '../../entities/offers/accept-line.ts'
import type { ItemAct } from './item-role.ts'

/** An auction is opened from the menu where the item is on sale; where it isn't, `sell` asks which. */
export type OpenAct = (
  act: ItemAct | HoldAct | 'buySeveral' | 'startAuction' | 'buyNowAuction' | 'settleAuction',
  order?: OrderRecord,
  auction?: AuctionRecord,
) => void
/** A hook of the route: opens the trade dialogs, which are another feature's. */
export type DialogsOf = (item: ItemRecord) => { open: OpenAct; accept: OpenAccept; dialogs: ReactNode }
