import type { BoxPrizeRecord, BoxRecord } from '@plinth/api'
import { Lock } from 'lucide-react'
import { Thumb } from '../../entities/cards/Thumb.tsx'
import { useLocale } from '../../i18n/index.ts'
import { useTranslation } from '../../i18n/translate.ts'
import { Icon } from '../../kit/icons.tsx'
import { Skeleton } from '../../kit/marks.tsx'
import { PartFailed } from '../../kit/states.tsx'
import { thumbnail } from '../../lib/media.ts'
import { countText } from '../../lib/numbers.ts'
import { langOf } from '../../lib/text-lang.ts'
import { usePrizes } from './box-query.ts'

/** What is inside: each kind with how many there are and the one chance that was published. */
export function BoxContents({ box }: { box: BoxRecord }) {
  const { t } = useTranslation()
  const prizes = usePrizes(box.id)
  if (prizes.isPending) return <Waiting kinds={box.order.sellings.length} />
  if (!prizes.data) return <PartFailed text={t('box.contentsFailed')} retry={prizes.refetch} />
  return (
    <>
      <ul className="box-contents">
        {prizes.data.list.map((prize) => (
          <Prize key={prize.index} prize={prize} />
        ))}
      </ul>
      <p className="hint box-contents-note">{t('box.contentsNote')}</p>
    </>
  )
}

function Prize({ prize }: { prize: BoxPrizeRecord }) {
  const { t } = useTranslation()
  const { locale } = useLocale()
  const { isSealed, name, image, probability } = prize
  const shown = isSealed ? t('box.secret') : name
  return (
    <li className="box-prize">
      {isSealed ? (
        <span className="thumb box-secret">
          <Icon of={Lock} />
        </span>
      ) : (
        <Thumb {...thumbnail(image)} size={72} />
      )}
      <span className="grow">
        <span className="d d18 clip box-prize-name" lang={langOf(shown)}>
          {shown}
        </span>
        <span className="s12 muted">
          {t('box.pieces', { left: countText(prize.left, locale), total: countText(prize.amount, locale) })}
        </span>
      </span>
      <span className="box-chance num">
        <b>{probability}%</b>
        <i aria-hidden="true">
          <u style={{ width: `${Number(probability)}%` }} />
        </i>
      </span>
    </li>
  )
}

function Waiting({ kinds }: { kinds: number }) {
  const { t } = useTranslation()
  return (
    <div className="box-contents" role="status" aria-label={t('kit.loading')}>
      {Array.from({ length: kinds }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={at} className="box-prize" aria-hidden="true">
          <Skeleton width={72} height={72} />
          <span className="grow">
            <Skeleton width="60%" height={18} />
          </span>
        </div>
      ))}
    </div>
  )
}
