import type { BoxCreditRecord, BoxHistoryRecord, BoxKeptRecord, BoxRecord } from '@plinth/api'
import type { ReactNode } from 'react'

/** What can be done with a series, or with one's openings of it. `isMined`: its block is known to the market. */
export type BoxAct =
  | { act: 'open'; boxes: number }
  | { act: 'watch'; openTx: string; boxes: number; isMined: boolean }
  | { act: 'check'; opening: BoxHistoryRecord }
  | { act: 'refund'; opening: BoxHistoryRecord }
  | { act: 'collect'; kept: BoxKeptRecord }
  | { act: 'claim'; credit: BoxCreditRecord }

export type BoxDialogs = (box: BoxRecord) => { open: (act: BoxAct) => void; dialogs: ReactNode }
