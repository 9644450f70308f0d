import type { Announcement } from '@plinth/api'

/** Servers refuse addresses that are longer; the page reads the text from the server anyway. */
const LONGEST_LINK = 4_000

/** /noticeDetail with the announcement in it as JSON (document A §2). */
export function announcementPath({ id, lang, title, content, createdAt }: Announcement): string {
  const brief = { id: id.toString(), lang, tittle: title, createTime: createdAt }
  const whole = pathWith({ ...brief, content })
  return whole.length > LONGEST_LINK ? pathWith(brief) : whole
}

const pathWith = (announcement: object) => `/noticeDetail?announce=${encodeURIComponent(JSON.stringify(announcement))}`
