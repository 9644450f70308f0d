export type CalendarEvent = {
  /** Unique among all events of all calendars; the same for a later version of this one. */
  uid: string
  /** Grows with each later version. */
  sequence: number
  /** Unix seconds, as `madeAt`. */
  startsAt: number
  madeAt: number
  title: string
  text: string
  url: string
  /** Minutes from the reminder to the start. */
  remindBefore: number
}

/** One event as a calendar file (RFC 5545). Titles and texts may come from anybody. */
export function calendarFile({ uid, sequence, startsAt, madeAt, title, text, url, remindBefore }: CalendarEvent): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Plinth//Auctions//EN',
    'BEGIN:VEVENT',
    `UID:${escaped(uid)}`,
    `SEQUENCE:${sequence}`,
    `DTSTAMP:${moment(madeAt)}`,
    `DTSTART:${moment(startsAt)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(text)}`,
    // An address, not a text: the serializer leaves no line break in it.
    `URL:${new URL(url).href}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(title)}`,
    `TRIGGER:-PT${remindBefore}M`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

/** "20261130T185500Z" */
const moment = (at: number): string => `${new Date(at * 1_000).toISOString().replaceAll(/[-:]|\.\d+/g, '')}`

/** Section 3.3.11: commas, semicolons and backslashes are escaped, a line break is `\n`; other control characters have no place in a text. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n\u0085\u2028\u2029]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '')

/** Octets of a line without its break, and of a continued one without its leading space. */
const MOST_OCTETS = 75

/** Section 3.1: a long line goes on after CRLF and a space, and no character is cut in two. */
function folded(line: string): string {
  const parts = ['']
  let octets = 0
  for (const character of line) {
    const size = new TextEncoder().encode(character).length
    if (octets + size > MOST_OCTETS) {
      parts.push('')
      octets = 1
    }
    parts.push(`${parts.pop()}${character}`)
    octets += size
  }
  return parts.join('\r\n ')
}
