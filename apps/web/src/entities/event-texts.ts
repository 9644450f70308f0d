import { HISTORY_TYPE } from '@plinth/protocol'
import type { TextKey } from '../i18n/translate.ts'

/** What happened, by the type of an event of the history. */
export const EVENT_TEXTS: Readonly<Record<number, TextKey>> = {
  [HISTORY_TYPE.SALE]: 'work.events.sale',
  [HISTORY_TYPE.EDIT_SALE]: 'work.events.editSale',
  [HISTORY_TYPE.CANCEL_SALE]: 'work.events.cancelSale',
  [HISTORY_TYPE.BUY]: 'work.events.buy',
  [HISTORY_TYPE.BID]: 'work.events.bid',
  [HISTORY_TYPE.EDIT_BID]: 'work.events.editBid',
  [HISTORY_TYPE.CANCEL_BID]: 'work.events.cancelBid',
  [HISTORY_TYPE.ACCEPT]: 'work.events.accept',
  [HISTORY_TYPE.MINT]: 'work.events.mint',
  [HISTORY_TYPE.BURN]: 'work.events.burn',
  [HISTORY_TYPE.TRANSFER]: 'work.events.transfer',
}
