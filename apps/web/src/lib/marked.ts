/** The parts of a name, those that were looked for marked; case does not count. */
export function marked(name: string, keyword: string): { text: string; isHit: boolean }[] {
  const needle = keyword.trim().toLocaleLowerCase()
  // A letter whose other case is longer would shift the places.
  const hay = name.toLocaleLowerCase()
  const at = needle === '' || hay.length !== name.length ? -1 : hay.indexOf(needle)
  if (at < 0) return [{ text: name, isHit: false }]
  const end = at + needle.length
  const parts = [
    { text: name.slice(0, at), isHit: false },
    { text: name.slice(at, end), isHit: true },
    { text: name.slice(end), isHit: false },
  ]
  return parts.filter(({ text }) => text !== '')
}
