/**
 * A spreadsheet runs what begins so as a formula, wide forms too, and names come from anybody. Some divide lines at semicolons or tabs
 * whatever the quotes, so that a formula may begin behind one.
 */
const FORMULA = /(?<=^|[,;\t\r\n])(?=[=+\-−@\t\r\n＝＋－＠])/g
const NUMBER = /^-?\d+(\.\d+)?$/

/** One line by RFC 4180, each field quoted that needs it. */
export function csvLine(fields: readonly string[]): string {
  return `${fields.map(fieldOf).join(',')}\r\n`
}

function fieldOf(text: string): string {
  const safe = NUMBER.test(text) ? text : text.replace(FORMULA, "'")
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
