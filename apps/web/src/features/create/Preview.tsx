import type { Collection } from '@plinth/api'
import { mediaKindOf } from '@plinth/protocol'
import { Film, Layers, Music } from 'lucide-react'
import { Card } from '../../entities/cards/Card.tsx'
import { Price } from '../../entities/price/Price.tsx'
import { wayOf } from '../../flows/acts/item/create-item.ts'
import { useApproved } from '../../flows/acts/money/approval.ts'
import { emptyFlow } from '../../flows/engine/engine.ts'
import { stepViews } from '../../flows/engine/step-views.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/icons.tsx'
import { Badge } from '../../kit/marks.tsx'
import { Steps } from '../../kit/Steps.tsx'
import { groupDigits } from '../../lib/numbers.ts'
import { useConfig } from '../../lib/site.ts'
import { isMintable } from './collections.ts'
import { areSent, type CreateForm } from './create-form.ts'
import { useMintSteps } from './mint-steps.ts'
import { useFileView } from './use-file-view.ts'

type Props = {
  form: CreateForm
  collection: Collection | undefined
  symbol: string
  /** Of an edition. */
  quantity: bigint | undefined
  onSubmit: () => void
}

/** The item as others will see it, the steps to come, and the button. */
export function Preview({ form, collection, symbol, quantity, onSubmit }: Props) {
  const { t } = useTranslation()
  const { network } = useConfig()
  const kind = mediaKindOf(form.file?.type ?? '')
  const picture = useFileView(kind === 'image' ? form.file : form.cover)
  const name = form.name.trim() || t('create.unnamed')
  const target = collection && isMintable(collection) ? { chainId: collection.chainId, collection: collection.address } : undefined
  const way = wayOf({ sale: form.onSale ? {} : undefined, isMintedLater: form.isMintedLater })
  const isEdition = quantity !== undefined && quantity > 1n
  const steps = useMintSteps({ collection: collection?.name ?? '', way, isEdition, isAllowed: useApproved(target), isSent: areSent(form) })
  const isPriced = form.onSale && form.price !== ''
  return (
    <aside className="create-side">
      <div className="create-stick">
        <h2 className="s12 muted create-kicker">{t('create.preview')}</h2>
        <Card
          name={name}
          collection={collection?.name ?? ''}
          picture={picture && { ...picture, alt: name }}
          chain={network}
          price={isPriced ? <PriceLine amount={form.price} symbol={symbol} /> : <em>{t('item.notForSale')}</em>}
          badge={
            kind === 'audio' || kind === 'video' ? (
              <KindBadge kind={kind} />
            ) : isEdition ? (
              <EditionBadge form={form} quantity={quantity} />
            ) : undefined
          }
          eager
        />
        <Steps tight steps={stepViews(emptyFlow(steps), steps, t)} />
        <Button variant="primary" full dot onClick={onSubmit}>
          {t(isPriced ? SELL[way === 'sellUnminted' ? 'later' : 'now'][isEdition ? 'each' : 'one'] : 'create.mint', {
            price: `${form.price} ${symbol}`,
          })}
        </Button>
      </div>
    </aside>
  )
}

const SELL = {
  now: { one: 'create.mintAndSell', each: 'create.mintAndSellEach' },
  later: { one: 'create.sellUnminted', each: 'create.sellUnmintedEach' },
} as const

function PriceLine({ amount, symbol }: { amount: string; symbol: string }) {
  const { t } = useTranslation()
  return (
    <>
      <em>{t('item.price')}</em>
      <Price amount={amount} symbol={symbol} />
    </>
  )
}

function EditionBadge({ form, quantity }: { form: CreateForm; quantity: bigint }) {
  const { t } = useTranslation()
  const total = groupDigits(quantity.toString())
  return (
    <Badge>
      <Icon of={Layers} size="tiny" />
      {t('item.editions', { left: form.onSale ? total : '0', total })}
    </Badge>
  )
}

function KindBadge({ kind }: { kind: 'audio' | 'video' }) {
  const { t } = useTranslation()
  return (
    <Badge>
      <Icon of={kind === 'audio' ? Music : Film} size="tiny" />
      {t(kind === 'audio' ? 'item.sound' : 'item.video')}
    </Badge>
  )
}
