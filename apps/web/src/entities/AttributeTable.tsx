export type AttributeRow = { key: string; value: string /** share of the supply, "6%" */; share?: string }

/** Key, value and, where known, how rare it is. */
export function AttributeTable({ attributes }: { attributes: readonly AttributeRow[] }) {
  return (
    <dl className="attributes">
      {attributes.map(({ key, value, share }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: metadata may repeat a key, and rows never move
        <div key={`${key}-${index}`}>
          <dt className="clip">{key}</dt>
          <dd>{value}</dd>
          {share && <dd>{share}</dd>}
        </div>
      ))}
    </dl>
  )
}
