/**
 * Keeps digits and one mark; everything else a paste may bring is dropped. Of points and commas together the last is the decimal
 * one, and one that occurs several times groups digits. A comma that may be a decimal point stays, so that every form refuses it
 * (PORT-10). An exponent is no price: dropping its letter would make it another number.
 */
export function cleanDecimal(typed: string): string {
  if (/\d\s*e\s*[+-]?\d/i.test(typed)) return ''
  const text = typed.replaceAll(/[，。．]/g, (mark) => (mark === '，' ? ',' : '.')).replaceAll(/[^\d.,]/g, '')
  const marks = text.match(/[.,]/g) ?? []
  const decimal = decimalMark(text, marks)
  const at = decimal === undefined ? -1 : text.indexOf(decimal)
  const digits = (part: string) => part.replaceAll(/[.,]/g, '')
  if (at < 0) return digits(text)
  // "1.234,56" has both, and means one number.
  const isSure = decimal === '.' || marks.length > 1
  return `${digits(text.slice(0, at))}${isSure ? '.' : ','}${digits(text.slice(at + 1))}`
}

/** "0.42" of "0,42", which no form takes. */
export function meantDecimal(text: string): string | undefined {
  return /,\d/.test(text) ? text.replace(/^,/, '0,').replace(',', '.') : undefined
}

function decimalMark(text: string, marks: readonly string[]): string | undefined {
  const [first] = marks
  const last = marks.at(-1)
  if (marks.some((mark) => mark !== first)) return last
  // "1,234,567" is grouped; a second point is a slip of the finger.
  return first === ',' && marks.length > 1 && /^\d{1,3}(,\d{3})+$/.test(text) ? undefined : first
}
