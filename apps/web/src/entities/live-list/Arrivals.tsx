import { ArrowUp } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { Icon } from '../../kit/icons.tsx'
import { Spinner } from '../../kit/Spinner.tsx'

type Props = {
  count: number
  /** "3 new works" */
  text: string
  /** Where the list begins: there the reader is taken. */
  top: RefObject<HTMLElement | null>
  onCall: () => Promise<void>
}

/** Says what waits above a list; nothing is pushed down before it is called. It takes no room. */
export function Arrivals({ count, text, top, onCall }: Props) {
  const [isBusy, setBusy] = useState(false)
  const call = async () => {
    setBusy(true)
    await onCall().finally(() => setBusy(false))
    top.current?.scrollIntoView({ block: 'start' })
    top.current?.parentElement?.querySelector<HTMLElement>('.card-link, .notice-link')?.focus({ preventScroll: true })
  }
  return (
    <div className="arrivals" role="status">
      {count > 0 && (
        <button type="button" className="chip arrivals-chip" onClick={call} disabled={isBusy}>
          {isBusy ? <Spinner /> : <Icon of={ArrowUp} size="tiny" />}
          {text}
        </button>
      )}
    </div>
  )
}
