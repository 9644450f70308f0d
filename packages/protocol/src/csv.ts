/** A spreadsheet runs what begins so as a formula, wide forms too, and names come from anybody. */
const FORMULA = /^[=+\-−@\t\r\n＝＋－＠]/
const NUMBER = /^-?\d+(\.\d+)?$/

/** One line by RFC 4180, each field quoted that needs it. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(fieldOf).join(',')}\r\n`
}

function fieldOf(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
