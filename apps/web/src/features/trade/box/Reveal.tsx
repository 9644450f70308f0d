import { Dialog as Base } from '@base-ui/react/dialog'
import type { BoxHistoryRecord, BoxRecord } from '@plinth/api'
import { X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { BoxArt } from '../../../entities/cards/BoxArt.tsx'
import { useTranslation } from '../../../i18n/translate.ts'
import { Button } from '../../../kit/Button.tsx'
import { Icon } from '../../../kit/icons.tsx'
import { useLayer } from '../../../kit/use-layer.ts'
import { mediaUrl } from '../../../lib/media.ts'
import { langOf } from '../../../lib/text-lang.ts'
import { DrawnItems } from './DrawnItems.tsx'
import { Film } from './Film.tsx'
import { Proof } from './Proof.tsx'
import { Rays } from './Rays.tsx'
import type { Phase } from './reveal-phases.ts'
import { usePhases } from './use-phases.ts'
import './reveal.css'

type Props = {
  box: BoxRecord
  boxes: number
  /** Its transaction is in a block. */
  isPaid: boolean
  /** Once it is drawn. */
  opening: BoxHistoryRecord | undefined
  onClose: () => void
}

/** From the payment to the items, over the whole screen: it can be skipped, and closed at any time. */
export function Reveal({ box, boxes, isPaid, opening, onClose }: Props) {
  const { t } = useTranslation()
  const popup = useRef<HTMLDivElement>(null)
  useLayer(true, onClose)
  const items = opening?.nfts ?? []
  const { phase, skip } = usePhases(opening !== undefined, items.length)
  const isOpen = phase === 'rising' || phase === 'shown'
  // “Skip” goes, and whose focus was on it stays on the stage.
  useEffect(() => {
    if (phase === 'shown' && document.activeElement === document.body) popup.current?.focus()
  }, [phase])
  return (
    <Base.Root open onOpenChange={(next) => !next && onClose()} disablePointerDismissal>
      <Base.Portal>
        <Base.Popup ref={popup} initialFocus={popup} className={`reveal ${phase}`} data-theme="dark">
          <div className="reveal-bar">
            <span className="row g12 grow">
              <span className={opening ? 'dot' : 'dot live'} />
              <span className="clip">
                <b className="strong" lang={langOf(box.name)}>
                  {box.name}
                </b>{' '}
                <span className="reveal-soft">{t('box.opens', { count: boxes })}</span>
              </span>
            </span>
            {(phase === 'burst' || phase === 'rising') && (
              <Button size="small" onClick={skip}>
                {t('box.skip')}
              </Button>
            )}
            <Base.Close className="icon-button" aria-label={t('kit.close')}>
              <Icon of={X} />
            </Base.Close>
          </div>
          <div className="reveal-stage">
            <Rays />
            <div className="reveal-top">
              <Base.Title className={isOpen ? 'd d28 reveal-title' : 'd d40 reveal-title'}>
                {t(isOpen ? 'box.stageOpen' : 'box.stageTitle', { count: boxes })}
              </Base.Title>
              <p className="reveal-soft s16 reveal-text" role="status">
                {isOpen ? t('box.yoursNow', { count: items.length }) : t(isPaid ? 'box.stageDraw' : 'box.stageSent')}
              </p>
              {isOpen && <DrawnItems items={items} boxId={box.id} isRising={phase === 'rising'} />}
            </div>
            <Opening box={box} phase={phase} />
          </div>
          {phase === 'shown' && opening && (
            <div className="reveal-proof">
              <Proof opening={opening} isOwn />
              <Button variant="primary" className="reveal-back" onClick={onClose}>
                {t('box.again')}
              </Button>
            </div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  )
}

/** The box itself; its maker's own pictures where there are some. */
function Opening({ box, phase }: { box: BoxRecord; phase: Phase }) {
  const own = mediaUrl(phase === 'waiting' || phase === 'burst' ? box.anim1 : box.anim2)
  return (
    <div className="reveal-stand">
      {own ? <Film key={own} src={own} /> : <BoxArt id={box.id} />}
      <div className="plinth" />
    </div>
  )
}
