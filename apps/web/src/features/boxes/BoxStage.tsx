import type { BoxRecord } from '@plinth/api'
import { BoxArt } from '../../entities/cards/BoxArt.tsx'
import { useTranslation } from '../../i18n/translate.ts'
import { mediaUrl } from '../../lib/media.ts'

/** The box on its plinth, before the background that its maker gave it. */
export function BoxStage({ box }: { box: BoxRecord }) {
  const { t } = useTranslation()
  const background = mediaUrl(box.image)
  return (
    <div className={background ? 'wall box-stage pictured' : 'wall box-stage'}>
      {background && <img className="box-background" src={background} alt="" />}
      <Spot />
      <div className="wall-floor" />
      <div className="box-stand">
        <BoxArt id={box.id} label={t('box.drawing', { name: box.name })} />
        <div className="plinth" />
      </div>
    </div>
  )
}

/** The light from above. */
function Spot() {
  return (
    <svg className="box-spot" viewBox="0 0 800 700" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        <linearGradient id="box-spot-light" x1="0" y1="0" x2="0" y2="1">
          <stop stopColor="#ffefcb" stopOpacity=".2" />
          <stop offset="1" stopColor="#ffefcb" stopOpacity="0" />
        </linearGradient>
        <filter id="box-spot-blur">
          <feGaussianBlur stdDeviation="18" />
        </filter>
      </defs>
      <path d="M360-20h80l190 720H170z" fill="url(#box-spot-light)" filter="url(#box-spot-blur)" />
    </svg>
  )
}
