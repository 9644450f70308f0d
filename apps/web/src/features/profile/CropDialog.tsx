import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { Button } from '../../kit/Button.tsx'
import { Dialog } from '../../kit/Dialog.tsx'
import { type Crop, clampCrop, cutOut, MAX_ZOOM, moveCrop, type Size, squareOf, WHOLE } from './crop.ts'

type CropDialogProps = { src: string; onClose: () => void; onCut: (file: File) => Promise<void> }

const KEY_STEP = 0.05
const KEYS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [KEY_STEP, 0],
  ArrowRight: [-KEY_STEP, 0],
  ArrowUp: [0, KEY_STEP],
  ArrowDown: [0, -KEY_STEP],
}

/** The picture behind a round window: drawn with the hand, moved with the arrow keys, brought closer with the slider. */
export function CropDialog({ src, onClose, onCut }: CropDialogProps) {
  const { t } = useTranslation()
  const image = useRef<HTMLImageElement>(null)
  const [size, setSize] = useState<Size>()
  const [crop, setCrop] = useState<Crop>(WHOLE)
  const [isBusy, setBusy] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const cut = async () => {
    if (!image.current || !size) return
    setBusy(true)
    try {
      await onCut(await cutOut(image.current, crop))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('profile.cropTitle')}
      foot={
        <Button variant="primary" full busy={isBusy} disabled={!size} onClick={cut}>
          {t('profile.cropDone')}
        </Button>
      }
    >
      <Stage size={size} crop={crop} onMove={(dx, dy) => size && setCrop(moveCrop(size, crop, dx, dy))}>
        <img
          ref={image}
          src={src}
          alt=""
          draggable={false}
          style={size && placeOf(size, crop)}
          onLoad={({ currentTarget }) => setSize({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })}
          onError={() => setBroken(true)}
        />
      </Stage>
      {isBroken && (
        <p className="field-error" role="alert">
          {t('profile.avatarBroken')}
        </p>
      )}
      <label className="crop-zoom">
        <span>{t('profile.zoom')}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.05}
          value={crop.zoom}
          disabled={!size}
          onChange={(event) => size && setCrop(clampCrop(size, { ...crop, zoom: Number(event.target.value) }))}
        />
      </label>
    </Dialog>
  )
}

/** In shares of the window's side, so that it fits on every screen. */
function placeOf(size: Size, crop: Crop) {
  const { left, top, side } = squareOf(size, crop)
  const share = (pixels: number) => `${(pixels / side) * 100}%`
  return { width: share(size.width), height: share(size.height), left: share(-left), top: share(-top) }
}

type StageProps = { size: Size | undefined; crop: Crop; onMove: (dx: number, dy: number) => void; children: React.ReactNode }

function Stage({ onMove, children }: StageProps) {
  const { t } = useTranslation()
  const dragStart = useRef<{ x: number; y: number }>(undefined)
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!dragStart.current) return
    const side = event.currentTarget.clientWidth
    onMove((event.clientX - dragStart.current.x) / side, (event.clientY - dragStart.current.y) / side)
    dragStart.current = { x: event.clientX, y: event.clientY }
  }
  const press = (event: KeyboardEvent) => {
    const [dx, dy] = KEYS[event.key] ?? []
    if (dx === undefined || dy === undefined) return
    event.preventDefault()
    onMove(dx, dy)
  }
  return (
    <button
      type="button"
      className="crop-stage"
      aria-label={t('profile.cropHow')}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        dragStart.current = { x: event.clientX, y: event.clientY }
      }}
      onPointerMove={drag}
      onPointerUp={() => {
        dragStart.current = undefined
      }}
      onPointerCancel={() => {
        dragStart.current = undefined
      }}
    >
      {children}
      <span className="crop-window" />
    </button>
  )
}
