import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { type FilterTabsProps, TabText } from './FilterTabs.tsx'

export type TabsProps<V extends string> = FilterTabsProps<V> & {
  value: V
  /** The shown panel. */
  children: ReactNode
}

const STEPS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }

/** Tabs over a panel, with arrow keys. */
export function Tabs<V extends string>({ label, value, items, onChange, children }: TabsProps<V>) {
  const id = useId()
  const move = (event: KeyboardEvent) => {
    const at = items.findIndex((item) => item.value === value)
    const by = STEPS[event.key]
    const next = by === undefined ? undefined : items[(at + by + items.length) % items.length]
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    document.getElementById(`${id}-${next.value}`)?.focus()
  }
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            aria-selected={item.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.value === value ? 0 : -1}
            className={item.value === value ? 'on' : ''}
            onKeyDown={move}
            onClick={() => onChange(item.value)}
          >
            <TabText item={item} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}
