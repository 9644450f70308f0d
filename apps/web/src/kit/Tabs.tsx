import { type KeyboardEvent, type ReactNode, useId } from 'react'

export type TabItem<V extends string> = { value: V; label: string; count?: number | string }

type Shared<V extends string> = {
  /** Names the group for those who hear it. */
  label: string
  value: V
  items: readonly TabItem<V>[]
  onChange: (value: V) => void
}

export type TabsProps<V extends string> = Shared<V> & { /** The shown panel. */ children: ReactNode }

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

/** The same look where the choice filters a list below: pressed buttons, no panel. */
export function FilterTabs<V extends string>({ label, value, items, onChange }: Shared<V>) {
  return (
    <fieldset className="tabs" aria-label={label}>
      {items.map((item) => (
        <button
          key={item.value}
          type="button"
          aria-pressed={item.value === value}
          className={item.value === value ? 'on' : ''}
          onClick={() => onChange(item.value)}
        >
          <TabText item={item} />
        </button>
      ))}
    </fieldset>
  )
}

function TabText<V extends string>({ item }: { item: TabItem<V> }) {
  return (
    <>
      {item.label}
      {item.count !== undefined && <span className="count">{item.count}</span>}
    </>
  )
}
