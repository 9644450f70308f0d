import type { ItemRecord } from '@plinth/api'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { askCart } from '../../../entities/cart/ask-cart.ts'
import { columnTexts, exactText } from '../../../entities/price/amounts.ts'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { keyOf } from '../../../lib/api.ts'
import { sweepApi } from '../../../lib/cart-api.ts'
import { useWhileDown } from '../../../lib/live-state.ts'
import { useSession } from '../../../lib/session.ts'
import { ItemDialog } from '../ItemDialog.tsx'
import { QuantityField } from '../QuantityField.tsx'
import { Sums } from '../Sums.tsx'
import { typedQuantity } from '../sale-form.ts'
import { asksOf, duesOfAll, feesOfAll, linesOf, takeUnits, unitsOf } from './picks.ts'

/** Only while no live events arrive. */
const SLOW_MS = 5_000
/** More than the listings of one transaction hold. */
const ANY = 10n ** 30n

/** Pieces of an edition from as many listings as it takes, cheapest first, through the checkout of the cart (ITEMP-04). */
export function EditionDialog({ item, onClose }: { item: ItemRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const { address } = useSession()
  const refetchInterval = useWhileDown(SLOW_MS)
  const { chainId, collection, tokenId, listings } = item
  const payToken = listings.find(({ maker, isFundable }) => maker !== address && isFundable)?.payTokenAddress
  const asked = payToken && {
    collections: [{ chainId, address: collection }],
    tokenId,
    payToken: { chainId, address: payToken },
    units: ANY,
  }
  const { data } = useQuery({
    queryKey: [...keyOf(sweepApi.candidates, asked), address],
    queryFn: ({ signal }) => (asked ? sweepApi.candidates(asked, { signal }) : null),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval,
  })
  const [typed, setTyped] = useState('2')
  const asks = asksOf(data?.list ?? [])
  const most = unitsOf(asks)
  const wanted = typedQuantity(typed)
  const picks = takeUnits(asks, wanted < most ? wanted : most)
  const [first] = picks
  const sums = first && {
    texts: columnTexts([duesOfAll(picks) - feesOfAll(picks), feesOfAll(picks)], first.sale),
    pays: exactText(duesOfAll(picks), first.sale),
    worth: { of: { chainId, address: first.sale.payToken, decimals: first.sale.decimals }, amount: duesOfAll(picks) },
  }
  const count = unitsOf(picks)
  const buy = () => {
    onClose()
    askCart({ lines: linesOf(picks) })
  }
  return (
    <ItemDialog
      item={item}
      kicker={t('cart.edition.open')}
      onClose={onClose}
      foot={
        <Button variant="primary" dot full disabled={!sums || wanted === 0n} onClick={buy}>
          {sums ? t('cart.edition.buy', { count, amount: sums.pays }) : t('cart.nothing')}
        </Button>
      }
    >
      <QuantityField
        aside={t('cart.edition.most', { count: most })}
        value={typed}
        onChange={setTyped}
        max={most}
        error={wanted === 0n ? 'form.noQuantity' : undefined}
        question={most > 0n && wanted > most ? t('trade.noMore', { count: most }) : undefined}
      />
      {sums && (
        <Sums
          lines={[
            { key: 'price', label: t('cart.edition.from', { count: picks.length }), value: sums.texts[0] ?? '' },
            ...(feesOfAll(picks) > 0n ? [{ key: 'fee', label: t('cart.fee'), value: `+ ${sums.texts[1]}`, muted: true }] : []),
          ]}
          total={{ label: t('trade.youPay'), value: sums.pays, worth: sums.worth }}
        />
      )}
    </ItemDialog>
  )
}
