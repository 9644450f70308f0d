import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Icon } from '../../kit/icons.tsx'

type Props = {
  title: string
  /** Beside the title while closed: what is chosen, or how many there are. */
  note?: string | undefined
  startsOpen?: boolean
  children: ReactNode
}

/** A group of the rail that opens and closes; closed, it still says what is chosen. */
export function Group({ title, note, startsOpen = false, children }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(startsOpen)
  return (
    <section className={isOpen ? 'rail-group' : 'rail-group shut'}>
      <h3>
        <button type="button" aria-expanded={isOpen} aria-controls={isOpen ? id : undefined} onClick={() => setOpen(!isOpen)}>
          <span>{title}</span>
          {!isOpen && note && <span className="rail-note clip">{note}</span>}
          <Icon of={ChevronDown} size="small" />
        </button>
      </h3>
      {isOpen && (
        <div id={id} className="rail-body">
          {children}
        </div>
      )}
    </section>
  )
}
