import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { isAddress, toAddress } from '@plinth/protocol'
import { readCar } from '../../apps/server/src/content/car.ts'
import type { ContentStore } from '../../apps/server/src/content/content-store.ts'
import { connect } from '../../apps/server/src/db/database.ts'
import { openPool } from '../../apps/server/src/db/driver.ts'
import { refuseNewerDatabase } from '../../apps/server/src/db/migrate.ts'
import { type ContentsOf, listContents } from '../../apps/server/src/media/contents.ts'
import { failWithSentence } from '../market/fail.ts'
import { storeOf, withDatabase } from '../market/market-place.ts'
import { noteDone, routineOperatorOf, SAYING_WHO } from '../market/noted.ts'
import { readSettings, StartError } from '../market/settings.ts'

const OPTIONS = {
  to: { type: 'string' },
  chain: { type: 'string' },
  collection: { type: 'string' },
  token: { type: 'string' },
  ...SAYING_WHO,
} as const
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

const HOW = 'npm run export -- --to FILE.car [--chain ID --collection ADDRESS [--token ID]]'

/** `npm run export -- --to FILE.car …`: contents of an item, a collection, or all, in a CAR file that IPFS nodes import. */
await failWithSentence(async () => {
  const { values } = parseArgs({ options: OPTIONS })
  if (!values.to) throw new StartError(`Say where it goes: ${HOW}.`)
  const of = scopeOf(values)
  const operator = routineOperatorOf(values)
  const settings = readSettings(process.env)
  const to = resolve(values.to)
  const store = storeOf(process.env, settings.dataDir)
  const cids = await withDatabase(settings, false, async (connection) => {
    const opened = openPool({ ...connection, max: 1 }, 'external', () => undefined)
    const db = connect(opened.dialect)
    const found = await refuseNewerDatabase(db)
      .then(() => listContents(db, of, store.read))
      .finally(() => opened.close())
    if (found.length === 0) throw new StartError('There is nothing to export: no content of it lies in this market.')
    await writeWhole(to, found, store)
    await noteDone(connection, operator, { what: 'export', subject: subjectOf(of), details: { to, contents: found.length } })
    return found
  })
  console.log(`Exported ${cids.length} contents to ${to}`)
})

/** @throws StartError with one sentence */
function scopeOf({ chain, collection, token }: Values): ContentsOf {
  if (chain === undefined && collection === undefined && token === undefined) return {}
  if (!collection || !isAddress(collection) || !chain || !/^\d{1,15}$/.test(chain))
    throw new StartError(`A collection is named by its chain and its address: ${HOW}.`)
  if (token !== undefined && !/^\d{1,78}$/.test(token)) throw new StartError('--token must be a whole number.')
  const item = token === undefined ? {} : { tokenId: BigInt(token) }
  return { collection: { chainId: Number(chain), address: toAddress(collection), ...item } }
}

function subjectOf({ collection }: ContentsOf): string {
  if (!collection) return 'market'
  const { chainId, address, tokenId } = collection
  return tokenId === undefined ? `collection ${chainId}/${address}` : `item ${chainId}/${address}/${tokenId}`
}

/** Renamed only once it is complete. */
async function writeWhole(to: string, cids: readonly string[], store: ContentStore): Promise<void> {
  const partial = `${to}.part`
  try {
    await pipeline(readCar(cids, store.read), createWriteStream(partial, { flush: true }))
    await rename(partial, to)
  } finally {
    await rm(partial, { force: true })
  }
}
