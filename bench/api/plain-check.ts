import { isDeepStrictEqual } from 'node:util'
import { send } from './load.ts'
import type { Sent } from './statements.ts'

/** Fields that the plain way alone answers. */
const ITS_OWN = ['history', 'receivedAt']

type Asked = { readonly server: string; readonly plain: string }

/** @throws Error unless the plain way answers the same cards as the server, as values */
export async function compareLists({ server, plain }: Asked, sent: Sent): Promise<void> {
  const [ours, its] = await Promise.all([read(server, sent), read(plain, sent)])
  const [cards, plainCards] = [ours.list as unknown[], its.list as unknown[]]
  if (cards.length === 0) throw new Error(`${sent.path} answers no card to compare`)
  for (const [at, card] of cards.entries())
    if (!isDeepStrictEqual(card, plainCards[at]))
      throw new Error(`The plain way answers another card:\n${JSON.stringify(card)}\n${JSON.stringify(plainCards[at])}`)
  if (plainCards.length !== cards.length) throw new Error(`The plain way answers ${plainCards.length} cards instead of ${cards.length}`)
}

/** @throws Error where a field of the plain way's item differs from the server's */
export async function compareItems({ server, plain }: Asked, sent: Sent): Promise<void> {
  const [ours, its] = await Promise.all([read(server, sent), read(plain, sent)])
  const path = differenceOf(its, ours)
  if (path !== undefined) throw new Error(`${sent.path}: the plain way differs from the server in "${path}"`)
}

async function read(base: string, sent: Sent): Promise<Record<string, unknown>> {
  return JSON.parse(await send(base, sent)) as Record<string, unknown>
}

/** Where the second has not all of the first; undefined where it has. */
function differenceOf(part: unknown, whole: unknown): string | undefined {
  if (typeof part !== 'object' || part === null) return part === whole ? undefined : '='
  if (typeof whole !== 'object' || whole === null) return '='
  if (Array.isArray(part) && part.length !== (whole as unknown[]).length) return 'length'
  for (const [name, value] of Object.entries(part)) {
    if (ITS_OWN.includes(name)) continue
    const inner = differenceOf(value, (whole as Record<string, unknown>)[name])
    if (inner !== undefined) return `${name}.${inner}`
  }
  return undefined
}
