import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { BrowserContext } from 'playwright-core'
import { expect } from 'vitest'
import { withDatabase } from '../../scripts/market/market-place.ts'
import type { Place } from './market.ts'

/** Letters that the market wrote to this address, the newest last. */
function lettersTo(email: string, { dataDir }: Place): string[] {
  const folder = join(dataDir, 'mailbox')
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  return names
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .filter((letter) => letter.includes(`To: ${email}`))
}

/** Waits for the next letter after `before` ones, and answers the eight digits in its subject. */
export async function nextCode(email: string, market: Place, before = 0): Promise<string> {
  await expect.poll(() => lettersTo(email, market).length).toBeGreaterThan(before)
  const letter = lettersTo(email, market).at(-1) ?? ''
  const subject = /^Subject: (.*(?:\n[ \t].*)*)/m.exec(letter)?.[1] ?? ''
  const plain = subject.replaceAll(/=\?utf-8\?b\?(.*?)\?=/gi, (_, word: string) => Buffer.from(word, 'base64').toString())
  return /\d{8}/.exec(plain)?.[0] ?? ''
}

/** The text in the captcha that this browser was shown last, which a program is not meant to read. */
export async function readPicture(context: BrowserContext, market: Place): Promise<string> {
  const cookie = (await context.cookies(`${market.url}/api/user/kaptcha`)).find(({ name }) => name === 'plinth_picture')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  const hash = createHash('sha256')
    .update(cookie?.value ?? '')
    .digest()
  return query(market, 'select answer from picture_code where id_hash = $1', hash)
}

async function query({ dataDir }: Place, text: string, value: unknown): Promise<string> {
  return withDatabase({ dataDir, databaseUrl: undefined }, false, async (connection) => {
    const client = new pg.Client(connection)
    await client.connect()
    const { rows } = await client.query<{ answer: string }>(text, [value]).finally(() => client.end())
    return rows[0]?.answer ?? ''
  })
}
