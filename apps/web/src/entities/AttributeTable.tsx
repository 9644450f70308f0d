/** Of a share the text, "6%", and what it is a part of. */
export type AttributeRow = { key: string; value: string; share?: { text: string; hint: string } | undefined }

/** Key, value and, where known, how rare it is. */
export function AttributeTable({ attributes }: { attributes: readonly AttributeRow[] }) {
  return (
    <dl className="attributes">
      {attributes.map(({ key, value, share }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: metadata may repeat a key, and rows never move
        <div key={`${key}-${index}`}>
          <dt className="clip">{key}</dt>
          <dd>{value}</dd>
          {share && (
            <dd className="num" title={share.hint}>
              <span aria-hidden="true">{share.text}</span>
              <span className="visually-hidden">{share.hint}</span>
            </dd>
          )}
        </div>
      ))}
    </dl>
  )
}
