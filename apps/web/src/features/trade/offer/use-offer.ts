import type { AttributeChoice, Collection, OfferRecord, PayToken } from '@plinth/api'
import { type Address, formatUnits, payAmount, unpackSalt, ZERO_ADDRESS } from '@plinth/protocol'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { totalQuery } from '../../../entities/explore/items-query.ts'
import { chainNow } from '../../../lib/clock.ts'
import { useChainConfig, useNetwork } from '../../../lib/site.ts'
import { isWrappedCoin } from '../../../lib/wrapped-coin.ts'
import { bidFigures, drawOf, idleBeside } from '../bid-form.ts'
import { validUntilOf } from '../sale-form.ts'
import { usePayTokens } from '../use-pay-tokens.ts'
import { useSpendable } from '../use-spendable.ts'
import { countsQuery } from './covered-query.ts'
import { asBid, attributesOf, beginOffer, findOfferErrors, type OfferForm, offerFunding } from './offer-form.ts'

export type Offering = {
  collection: Collection
  address: Address
  /** What the list shows. */
  chosen: readonly AttributeChoice[]
  /** The open offer whose price is raised. */
  raised: OfferRecord | undefined
  /** The open offer that ends first. */
  replaced: OfferRecord | undefined
}

/** What an offer says as it is typed: its works, its sums, its errors, and how many units the money covers. */
export function useOffer({ collection: { chainId }, address, chosen, raised, replaced }: Offering) {
  const { buyerFee, sellerFee } = useChainConfig(chainId)
  const coin = useNetwork(chainId)?.symbol ?? ''
  // The coin can't be charged while its owner is away.
  const tokens = usePayTokens(chainId).filter((one) => one.address !== ZERO_ADDRESS)
  const [form, setForm] = useState<OfferForm>(() =>
    beginOffer(chosen, replaced, replaced ? formatUnits(replaced.unitPrice, replaced.payToken.decimals) : ''),
  )
  const [picked, setToken] = useState<PayToken | undefined>(replaced?.payToken)
  const token = raised?.payToken ?? picked ?? tokens[0]
  const decimals = token?.decimals ?? 18
  const bid = raised && asBid(raised)
  const feeBps = raised ? BigInt(unpackSalt(raised.salt).maxBuyerFeeBps) : buyerFee
  const figures = bidFigures(form, { decimals, feeBps, bid })

  const of = { collections: [{ chainId, address }] }
  const attributes = attributesOf(form)
  const counts = useQuery(countsQuery(of))
  const isNarrow = attributes.length > 0
  const fits = useQuery({ ...totalQuery({ ...of, attributes }), enabled: isNarrow && raised === undefined })
  const all = counts.data?.total
  const fitting = isNarrow ? fits.data : all

  const exceptSalt = raised?.salt ?? replaced?.salt
  const spendable = useSpendable({ chainId, token: token?.address ?? ZERO_ADDRESS, payment: figures.draw, exceptSalt })
  const coinSpendable = useSpendable({ chainId, token: ZERO_ADDRESS, payment: 0n })
  const isWrapped = token !== undefined && isWrappedCoin(token, coin)
  const { balance, committed, isAllowed } = spendable
  const isKnown = isWrapped && balance !== undefined && isAllowed !== undefined
  const draws = [figures.draw, ...(bid ? [drawOf(bid, feeBps)] : [])]
  const now = chainNow()
  return {
    form,
    change: (part: Partial<OfferForm>) => setForm({ ...form, ...part }),
    attributes,
    traits: counts.data?.counts?.attributes ?? [],
    all,
    fitting,
    isForAny: form.works === 'all' && form.withNew,
    sellerFeeBps: raised ? BigInt(raised.sellerFee) : sellerFee,
    tokens,
    token,
    setToken,
    coin,
    feeBps,
    figures,
    spendable,
    money: { decimals, symbol: token?.symbol ?? '' },
    errors: findOfferErrors(form, { decimals, bid, now, fitting, all }),
    until: raised?.validUntil ?? validUntilOf(form, now),
    idle: isKnown ? idleBeside({ balance, committed, draws }) : 0n,
    funding: offerFunding({
      unitPrice: figures.unitPrice,
      feeBps,
      left: figures.left,
      balance,
      coin: coinSpendable.balance,
      isWrapped,
      isWrappingAll: form.isWrappingAll,
      paid: (units) => payAmount(figures.unitPrice, units, feeBps),
    }),
  }
}

export type OfferState = ReturnType<typeof useOffer>
