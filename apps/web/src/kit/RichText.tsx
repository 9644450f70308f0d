/** A text whose `<b>…</b>` is strong: for sentences that stress one fact, in the order their language wants. */
export function RichText({ text }: { text: string }) {
  return text.split(/<b>(.*?)<\/b>/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence never move
      <b key={index} className="strong">
        {part}
      </b>
    ) : (
      part
    ),
  )
}
