import type { AuctionRecord, ItemRecord } from '@plinth/api'
import { formatUnits, TOKEN_STANDARD, ZERO_ADDRESS } from '@plinth/protocol'
import { useState } from 'react'
import { chainNow } from '../../../lib/clock.ts'
import { useChainConfig } from '../../../lib/site.ts'
import { dateTimeInputValue } from '../../../lib/time.ts'
import { usePayTokens } from '../use-pay-tokens.ts'
import {
  type AuctionForm,
  auctionFigures,
  EMPTY_AUCTION,
  endTimeOf,
  filledAuction,
  findAuctionErrors,
  startTimeOf,
  type TypedAuction,
} from './auction-form.ts'

type Given = { item: ItemRecord; owned: bigint; edited: AuctionRecord | undefined }

/** Values derived from the auction form as it is typed: its token, totals, times and validation errors. */
export function useAuctionForm({ item: { chainId, standard }, owned, edited }: Given) {
  const { sellerFee } = useChainConfig(chainId)
  // The coin can't be charged while its owner is away (document B §9).
  const tokens = usePayTokens(chainId).filter(({ address }) => address !== ZERO_ADDRESS)
  const [typed, setTyped] = useState<TypedAuction>(() => (edited ? formOf(edited) : EMPTY_AUCTION))
  const [chosen, setToken] = useState(edited?.payTokenAddress)
  const token = edited?.payToken ?? tokens.find(({ address }) => address === chosen) ?? tokens[0]
  const decimals = token?.decimals ?? 18
  const form = filledAuction(typed, decimals)
  const now = chainNow()
  return {
    form,
    tokens,
    token,
    setToken,
    change: (part: Partial<AuctionForm>) => setTyped({ ...typed, ...part }),
    money: { decimals, symbol: token?.symbol ?? '' },
    isEdition: standard === TOKEN_STANDARD.ERC1155,
    sellerFeeBps: edited ? BigInt(edited.sellerFee) : sellerFee,
    figures: auctionFigures(form, decimals),
    errors: findAuctionErrors(form, { owned, decimals, now }),
    startTime: startTimeOf(form, now),
    endTime: endTimeOf(form, now),
  }
}

export type AuctionDraft = ReturnType<typeof useAuctionForm>

/** Minutes, as the contract takes them. */
export const LATE = ['0', '5', '10', '15'] as const satisfies readonly AuctionForm['late'][]

/** Of one, as it is asked for. */
function formOf(auction: AuctionRecord): AuctionForm {
  const each = (total: bigint) => formatUnits(total / auction.quantity, auction.payTokenDecimals)
  return {
    start: 'pick',
    startPick: dateTimeInputValue(auction.startTime),
    length: 'pick',
    endPick: dateTimeInputValue(auction.endTime),
    startPrice: each(auction.startPrice),
    lowest: each(auction.buying),
    step: each(auction.increment),
    dividend: formatUnits(BigInt(auction.encourage), 2),
    quantity: auction.quantity.toString(),
    late: LATE.find((late) => Number(late) * 60 === auction.extension) ?? '0',
    buyNow: auction.buyNow > 0n ? each(auction.buyNow) : '',
  }
}
