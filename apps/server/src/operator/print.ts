import { type Cell, type Reply, type Row, saidIn } from './command.ts'

/** Names are untrusted: none may move a terminal's cursor, colour it, or reverse its text. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu
/** Characters that take two columns. */
const WIDE = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\p{Extended_Pictographic}/gu

/** A command's answer, for a terminal. */
export function printed(answer: Reply): string {
  const reply = saidIn(answer, 'en')
  if (typeof reply === 'string') return reply.split('\n').map(plain).join('\n')
  if (reply.length === 0) return 'Nothing is there.'
  return table(reply)
}

/** The same for programs; big numbers as decimal text. */
export function printedJson(answer: Reply): string {
  const reply = saidIn(answer, 'en')
  return JSON.stringify(reply, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)
}

function table(rows: readonly Row[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const lines = [names, ...rows.map((row) => names.map((name) => shown(row[name] ?? null)))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => widthOf(line[column] ?? ''))))
  const padded = (line: readonly string[]) => line.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
  return lines.map((line) => padded(line).join('  ').trimEnd()).join('\n')
}

function shown(cell: Cell): string {
  if (cell === null) return '–'
  if (typeof cell === 'boolean') return cell ? 'yes' : 'no'
  return plain(String(cell))
}

function plain(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd')
}

function widthOf(text: string): number {
  return [...text].length + (text.match(WIDE)?.length ?? 0)
}
