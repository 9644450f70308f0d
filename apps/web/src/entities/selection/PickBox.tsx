import type { Address } from '@plinth/protocol'
import { useEffect, useRef } from 'react'
import { useTranslation } from '../../i18n/translate.ts'
import { toast } from '../../kit/toast.tsx'
import { useSession } from '../../lib/session.ts'
import { MOST_PICKED, type PickedWork, togglePick, useHasPicks, useIsPicked } from './selection.ts'
import './selection.css'

const LONG_PRESS_MS = 450
/** A finger that moves further scrolls. */
const SLIP_PX = 10

type Props = { work: PickedWork; name: string }

/** The box of a work of the viewer: shown on hover and focus, on all once one is picked; a long press on the card picks too. */
export function PickBox({ work, name }: Props) {
  const { t } = useTranslation()
  const { address } = useSession()
  const isPicked = useIsPicked(work)
  const hasPicks = useHasPicks()
  const box = useRef<HTMLLabelElement>(null)
  const { chainId, collection, tokenId } = work
  useEffect(() => {
    const card = box.current?.closest<HTMLElement>('.card, .dense-row')
    if (!card || !address) return
    return onLongPress(card, () => pickOne(address, { chainId, collection, tokenId }, t('bulk.most', { most: MOST_PICKED })))
  }, [address, chainId, collection, tokenId, t])
  if (!address) return null
  return (
    <label ref={box} className={hasPicks ? 'pick-box shown' : 'pick-box'}>
      <input
        type="checkbox"
        checked={isPicked}
        aria-label={t('bulk.pick', { name })}
        onChange={() => pickOne(address, work, t('bulk.most', { most: MOST_PICKED }))}
      />
    </label>
  )
}

function pickOne(account: Address, work: PickedWork, full: string): void {
  if (!togglePick(account, work)) toast(full, 'bad')
}

/** Calls `press` for a touch that stays, and keeps the click and the menu that follow it away. */
function onLongPress(card: HTMLElement, press: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let from = { x: 0, y: 0 }
  let isPressed = false
  const end = () => clearTimeout(timer)
  const down = ({ pointerType, clientX: x, clientY: y }: PointerEvent) => {
    isPressed = false
    if (pointerType !== 'touch') return
    from = { x, y }
    timer = setTimeout(() => {
      isPressed = true
      press()
    }, LONG_PRESS_MS)
  }
  const move = ({ clientX, clientY }: PointerEvent) => {
    if (Math.hypot(clientX - from.x, clientY - from.y) > SLIP_PX) end()
  }
  const swallow = (event: Event) => {
    if (isPressed) event.preventDefault()
  }
  const listeners = { pointerdown: down, pointermove: move, pointerup: end, pointercancel: end, contextmenu: swallow } as const
  for (const [name, listener] of Object.entries(listeners)) card.addEventListener(name, listener as EventListener)
  card.addEventListener('click', swallow, true)
  return () => {
    end()
    for (const [name, listener] of Object.entries(listeners)) card.removeEventListener(name, listener as EventListener)
    card.removeEventListener('click', swallow, true)
  }
}
