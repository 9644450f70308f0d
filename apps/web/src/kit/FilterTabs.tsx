export type TabItem<V extends string> = { value: V; label: string; count?: number | string }

export type FilterTabsProps<V extends string> = {
  /** Accessible name of the group. */
  label: string
  /** Undefined while none is chosen yet. */
  value: V | undefined
  items: readonly TabItem<V>[]
  onChange: (value: V) => void
}

/** The look of tabs where the choice filters a list below: pressed buttons, no panel. */
export function FilterTabs<V extends string>({ label, value, items, onChange }: FilterTabsProps<V>) {
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

export function TabText<V extends string>({ item }: { item: TabItem<V> }) {
  return (
    <>
      {item.label}
      {item.count !== undefined && <span className="count">{item.count}</span>}
    </>
  )
}
