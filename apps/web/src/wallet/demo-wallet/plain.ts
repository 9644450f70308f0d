/** A request in plain language, ready to be shown. */
export type Plain = {
  title: string
  note?: string
  /** What it lets happen, sentence by sentence. */
  says?: readonly string[]
  lines: readonly { label: string; value: string }[]
  /** Shown as written: the text to be signed. */
  text?: string
  yes: string
}
