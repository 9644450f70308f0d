import type { ItemRecord, OrderRecord, PayToken } from '@plinth/api'
import { TOKEN_STANDARD, unpackSalt, ZERO_ADDRESS } from '@plinth/protocol'
import { useState } from 'react'
import { chainNow } from '../../lib/clock.ts'
import { useChainConfig, useNetwork } from '../../lib/site.ts'
import { isWrappedCoin } from '../../lib/wrapped-coin.ts'
import { bidFigures, drawOf, findBidErrors, fundingOf, idleBeside } from './bid-form.ts'
import { EMPTY_SALE, type SaleForm, validUntilOf } from './sale-form.ts'
import { usePayTokens } from './use-pay-tokens.ts'
import { useSpendable } from './use-spendable.ts'

type Given = { item: ItemRecord; most: bigint; bid: OrderRecord | undefined; again: OrderRecord | undefined }

/** What a bid says as it is typed: its token, its sums, its errors, and where the money comes from. */
export function useBid({ item: { chainId, standard }, most, bid, again }: Given) {
  const { buyerFee, sellerFee } = useChainConfig(chainId)
  const coin = useNetwork(chainId)?.symbol ?? ''
  // The coin can't be charged while its owner is away (document B §5).
  const tokens = usePayTokens(chainId).filter(({ address }) => address !== ZERO_ADDRESS)
  const [form, setForm] = useState<SaleForm>(() =>
    again ? { ...EMPTY_SALE, price: again.unitPrice, quantity: leftOf(again).toString() } : EMPTY_SALE,
  )
  const [chosen, setToken] = useState<PayToken | undefined>(again?.payToken)
  const token = bid?.payToken ?? chosen ?? tokens[0]
  const feeBps = bid ? BigInt(unpackSalt(bid.salt).maxBuyerFeeBps) : buyerFee
  const decimals = token?.decimals ?? 18
  const figures = bidFigures(form, { decimals, feeBps, bid })
  const spendable = useSpendable({ chainId, token: token?.address ?? ZERO_ADDRESS, payment: figures.draw, exceptSalt: bid?.salt })
  const coinSpendable = useSpendable({ chainId, token: ZERO_ADDRESS, payment: 0n })
  const isWrapped = token !== undefined && isWrappedCoin(token, coin)
  const { balance, committed, isAllowed } = spendable
  // Not before it is known what the other bids need.
  const isKnown = isWrapped && balance !== undefined && isAllowed !== undefined
  const draws = [figures.draw, ...(bid ? [drawOf(bid, feeBps)] : [])]
  return {
    form,
    change: (part: Partial<SaleForm>) => setForm({ ...form, ...part }),
    sellerFeeBps: bid ? BigInt(bid.sellerFee) : sellerFee,
    isEdition: standard === TOKEN_STANDARD.ERC1155,
    tokens,
    token,
    setToken,
    coin,
    feeBps,
    figures,
    spendable,
    money: { decimals, symbol: token?.symbol ?? '' },
    errors: findBidErrors(form, { most, decimals, bid, now: chainNow() }),
    until: bid?.validUntil ?? validUntilOf(form, chainNow()),
    /** Of wrapped coin, what no bid needs. */
    idle: isKnown ? idleBeside({ balance, committed, draws }) : 0n,
    funding: fundingOf({ balance: spendable.balance, coin: coinSpendable.balance, isWrapped, draw: figures.draw }),
  }
}

/** Items that a bid still asks for. */
const leftOf = ({ buying, filled, selling }: OrderRecord): bigint => buying - (selling === 0n ? 0n : (filled * buying) / selling)

export type Bidding = ReturnType<typeof useBid>
