import type { EventFrame } from '@plinth/api'

/** What the one tab that reads the stream sends to the others. */
type State = { kind: 'state'; isOpen: boolean; last: string | undefined }
type Message = { kind: 'frame'; frame: EventFrame } | State | { kind: 'ask' }

export type Share = {
  onEvent: (frame: EventFrame) => void
  /** `at`: the last event before it opened. */
  turn: (isOpen: boolean, at?: string) => void
}

/** Opens the stream of this tab; `last` is the newest id that any tab has received. */
type Lead = (share: Share, last: () => string | undefined) => { restart: () => void }

const NAME = 'plinth.news'

/**
 * One connection for all tabs of a browser: the tab that holds the lock reads, the others listen. When that tab is closed the
 * next one goes on from the last id it received. Where a browser has no locks every tab reads for itself.
 */
export function shareStream(lead: Lead, own: Share): { restart: () => void } {
  let last: string | undefined
  let stream: { restart: () => void } | undefined
  let isOpen = false
  const onEvent = (frame: EventFrame) => {
    last = frame.id ?? last
    own.onEvent(frame)
  }
  const isShared = 'locks' in navigator && 'BroadcastChannel' in globalThis
  const channel = isShared ? new BroadcastChannel(NAME) : undefined
  const publish = (message: Message) => channel?.postMessage(message)
  const publishState = () => publish({ kind: 'state', isOpen, last })

  const takeOver = () => {
    const share: Share = {
      onEvent: (frame) => {
        onEvent(frame)
        publish({ kind: 'frame', frame })
      },
      turn: (next, at) => {
        isOpen = next
        last = at ?? last
        own.turn(next, at)
        publishState()
      },
    }
    stream = lead(share, () => last)
  }
  if (!channel) takeOver()
  else {
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.kind === 'ask') {
        if (stream) publishState()
      } else if (stream) return
      else if (data.kind === 'frame') onEvent(data.frame)
      else {
        // A tab that opened late has received nothing yet, and may be the next to read.
        last ??= data.last
        own.turn(data.isOpen, data.last)
      }
    }
    publish({ kind: 'ask' })
    // Held for as long as the tab lives.
    void navigator.locks.request(NAME, () => {
      takeOver()
      return new Promise<never>(() => {})
    })
  }
  return { restart: () => stream?.restart() }
}
