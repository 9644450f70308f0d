import type { EventFrame } from '@plinth/api'
import { emit, setLiveState } from '../live-state.ts'
import { LOCAL, readStored } from '../storage.ts'
import { noteHead, noteOpened } from './chain-heads.ts'
import { shareStream } from './share.ts'
import { openStream } from './stream.ts'
import { createWake } from './wake.ts'

/** A cut this short is not shown. */
const PATIENCE_MS = 2_500

const numberOf = (id: string | undefined) => (id === undefined ? undefined : Number(id))
const token = () => readStored(LOCAL.token)

let started: { restart: () => void } | undefined
let read: string | undefined

/** Subscribes to the market's events, once. Called again, it checks whether another account has signed in. */
export function followEvents(): void {
  if (!started) started = start()
  else restartForOther()
}

function start(): { restart: () => void } {
  read = token()
  const wake = createWake()
  let wasOpen = false
  let patience: ReturnType<typeof setTimeout> | undefined
  const turn = (isOpen: boolean, at?: string) => {
    clearTimeout(patience)
    if (!isOpen) {
      patience = setTimeout(() => setLiveState('down'), PATIENCE_MS)
      return
    }
    setLiveState('on')
    noteOpened()
    // Events between the page's own reads and the start of the stream reached no tab.
    if (!wasOpen) wake.everything(numberOf(at))
    wasOpen = true
  }
  const onEvent = ({ news: event, id }: EventFrame) => {
    if (!event) return
    if (event.topic === 'head') noteHead(event.chainId, event.timestamp)
    wake.onEvent(event, numberOf(id))
    emit(event)
  }
  window.addEventListener('storage', ({ key }) => (key === LOCAL.token || key === null) && restartForOther())
  patience = setTimeout(() => setLiveState('down'), PATIENCE_MS)
  return shareStream((share, last) => openStream({ token, after: last, ...share }), { onEvent, turn })
}

/** Notices go to the token's account: another token needs another stream. */
function restartForOther(): void {
  const now = token()
  if (now === read) return
  read = now
  started?.restart()
}
