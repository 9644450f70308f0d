import { createReadStream, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { copyFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import {
  bidAtAuction,
  bidFor,
  buyItem,
  type CatalogueItem,
  chainControls,
  createCollection,
  type DemoName,
  findFreePort,
  type Item,
  listItem,
  MEDIA_DIR,
  mined,
  mintItem,
  type Person,
  readCatalogue,
  signIn,
  startAuction,
} from '@plinth/devnet'
import {
  ASSET_TYPE,
  coin,
  DEFAULT_FEE_BPS,
  LOCAL_CHAIN_ID,
  LOCAL_DEPLOYMENTS,
  LOCAL_NETWORKS,
  metadataUrlOf,
  mintUriOf,
  payAmount,
} from '@plinth/protocol'
import { blindBoxAbi } from '@plinth/protocol/abi'
import { parseEther } from 'viem'
import { makeBackup } from '../../apps/server/src/backup/backup.ts'
import type { RunningServer } from '../../apps/server/src/main.ts'
import { addKinds, createBox, depositBond, registerBox, requireRevealOperator } from '../../apps/server/src/modules/boxes/service.ts'
import { mediaUrl } from '../../apps/server/src/modules/uploads/service.ts'
import type { StoredBox } from '../../apps/server/src/state/boxes/store.ts'
import { failWithSentence } from '../market/fail.ts'
import { startMarket } from '../market/market.ts'
import { storeOf, withDatabase } from '../market/market-place.ts'
import { StartError } from '../market/settings.ts'
import { run } from '../run.ts'

/**
 * `node scripts/testing/keep-market.ts --to FILE`: a small market with something of every kind under way, stopped and packed as
 * a backup with its keys, for the stories of later editions. What must not expire while the file is stored ends in
 * 2040: a story advances the chain's clock.
 */
const ENDS = Date.UTC(2040, 0, 1) / 1_000
const DAY_S = 86_400
const PRICE = parseEther('0.05')
const COLLECTION = 'night-press'
const WORKS = ['guan-gong-pixel', 'pixel-valley', 'red-hare-pixel', 'three-at-the-gate', 'temple-first-snow', 'cat-0419'] as const
const PRIZES = ['last-arcade', 'orbit-garden'] as const

type Stops = (() => Promise<void> | void)[]
type Kept = { readonly server: RunningServer; readonly stops: Stops; readonly rpcUrl: string; readonly dataDir: string }

async function open(dataDir: string): Promise<Kept> {
  const stops: Stops = []
  const chainPorts = new Map<number, number>()
  for (const { chainId } of LOCAL_NETWORKS) chainPorts.set(chainId, await findFreePort())
  const server = await startMarket({
    host: '127.0.0.1',
    port: await findFreePort(),
    dataDir,
    chainPorts,
    databaseUrl: undefined,
    stories: false,
    feeds: false,
    limits: true,
    buyerFeeBps: DEFAULT_FEE_BPS,
    web: false,
    log: console.log,
    signal: new AbortController().signal,
    onStarted: (stop) => void stops.push(stop),
    onLost: (sentence) => {
      throw new StartError(sentence)
    },
  })
  return { server, stops, dataDir, rpcUrl: `http://127.0.0.1:${chainPorts.get(LOCAL_CHAIN_ID)}` }
}

async function stopAll(stops: Stops): Promise<void> {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
}

async function fill({ server, stops, rpcUrl }: Kept): Promise<void> {
  const contracts = { ...LOCAL_DEPLOYMENTS[LOCAL_CHAIN_ID], deployBlock: 0, isNew: false }
  const act = (name: DemoName) => signIn(name, server.url, { chain: { chainId: LOCAL_CHAIN_ID, rpcUrl }, contracts })
  const [alice, bob, carol, dan] = await Promise.all([act('Alice'), act('Bob'), act('Carol'), act('Dan')])
  const [onSale, bidOn, sold, running, ending, soldLast] = await makeWorks(alice)
  await listItem(alice, onSale, '0.5', { validUntil: ENDS + DAY_S * 365 })
  await bidFor(bob, bidOn, '0.3', { validUntil: ENDS + DAY_S * 365 })
  await listItem(alice, sold, '0.4')
  await buyItem(bob, sold, alice.address)
  const terms = { startPrice: '1', lowest: '1', step: '0.1', dividendPercent: 0, startTime: await chainTime(alice) }
  await bidAtAuction(carol, await startAuction(alice, running, { ...terms, endTime: ENDS + 30 * DAY_S }), '1.2')
  await bidAtAuction(dan, await startAuction(alice, ending, { ...terms, endTime: ENDS }), '1.5')
  const box = await offerBox(server, rpcUrl)
  await openBox(bob, box)
  await untilDrawn(bob, box)
  await listItem(alice, soldLast, '0.6')
  await untilRead(alice)
  // The market stops before it has indexed these two.
  await buyItem(lastActOf(dan, stops), soldLast, alice.address)
  await openBox(carol, box)
}

async function chainTime({ wallet }: Person): Promise<number> {
  return Number((await wallet.getBlock()).timestamp)
}

async function makeWorks(person: Person): Promise<[Item, Item, Item, Item, Item, Item]> {
  const { collections, works } = readCatalogue()
  const entry = collections.find(({ slug }) => slug === COLLECTION)
  if (!entry) throw new Error(`no collection ${COLLECTION}`)
  const collection = await createCollection(person, entry)
  const [category] = await person.api.category.list({})
  const make = async (slug: string) => mintItem(person, workOf(works, slug), collection, category?.id ?? 0n)
  const items: Item[] = []
  for (const slug of WORKS) items.push(await make(slug))
  await untilRead(person)
  return items as [Item, Item, Item, Item, Item, Item]
}

function workOf(works: readonly CatalogueItem[], slug: string): CatalogueItem {
  const found = works.find((work) => work.slug === slug)
  if (!found) throw new Error(`no work ${slug}`)
  return found
}

/** Stops the server, but not the chain, before it sends the first transaction. */
function lastActOf(person: Person, stops: Stops): Person {
  const writeContract: Person['wallet']['writeContract'] = async (call) => {
    await stops.pop()?.()
    return person.wallet.writeContract(call)
  }
  return { ...person, wallet: { ...person.wallet, writeContract } }
}

/** A series of six boxes with two kinds that the boxes mint. */
async function offerBox({ context }: RunningServer, rpcUrl: string): Promise<StoredBox> {
  const chain = context.chains.get(LOCAL_CHAIN_ID)
  await chainControls(rpcUrl).setBalance(requireRevealOperator(context).address, parseEther('1000'))
  const { works } = readCatalogue()
  const pictures = await Promise.all(PRIZES.map((slug) => hang(context, workOf(works, slug))))
  const first = await addKinds(
    context,
    chain,
    pictures.map(({ uri }) => uri),
  )
  const token = chain.config.contracts.prizeCollection
  const { timestamp } = await chain.refresh()
  const box = await createBox(context, chain, {
    text: {
      name: 'First prints',
      description: 'Six boxes.',
      property: '',
      anim1: '',
      anim2: '',
      isSealed: false,
      image: pictures[0]?.image ?? '',
    },
    opening: 1,
    repeat: true,
    money: coin(),
    price: PRICE,
    startTime: timestamp,
    endTime: ENDS + DAY_S * 365,
    prizes: pictures.map((picture, at) => ({
      ...picture,
      amount: 3,
      asset: { token, tokenId: first + BigInt(at), assetType: ASSET_TYPE.MINTED },
    })),
  })
  await registerBox(context, box.id, { requests: 20 })
  await depositBond(context, box.id, box.buying)
  return box
}

async function hang({ media, db }: RunningServer['context'], work: CatalogueItem) {
  const path = join(media.incoming, `kept-${work.slug}`)
  await copyFile(join(MEDIA_DIR, work.file), path)
  const stored = await media.putFile(db, path)
  const { name, description } = work
  const metadata = JSON.stringify({ name, description, image: metadataUrlOf(stored.cid), animation_url: '', attributes: [] })
  const { cid } = await media.putJson(db, metadata)
  return { name, description, image: mediaUrl(stored), animation: '', metadata, uri: mintUriOf(metadataUrlOf(cid)) }
}

async function openBox(person: Person, { contract, hash }: StoredBox): Promise<void> {
  const call = { address: contract, abi: blindBoxAbi, functionName: 'open', args: [hash, 1n] } as const
  await mined(person, await person.wallet.writeContract({ ...call, value: payAmount(PRICE, 1n, DEFAULT_FEE_BPS) }))
}

async function untilDrawn({ wallet }: Person, { contract: address, hash }: StoredBox): Promise<void> {
  for (;;) {
    const { head, next } = await wallet.readContract({ address, abi: blindBoxAbi, functionName: 'boxOf', args: [hash] })
    if (head === next) return
    await sleep(200)
  }
}

/** Waits until the index has read all mined blocks. */
async function untilRead({ wallet }: Person): Promise<void> {
  const from = await wallet.getBlockNumber({ cacheTime: 0 })
  while ((await wallet.getBlockNumber({ cacheTime: 0 })) < from + 3n) await sleep(200)
}

/** A start writes the folder's manifest: the archive contains what `npm run backup -- --with-keys` takes. */
async function pack(dataDir: string, backup: string, to: string): Promise<void> {
  const paths = [
    ...LOCAL_NETWORKS.map(({ chainId }) => `chain-${chainId}/state.json`),
    ...readdirSync(join(dataDir, 'keys')).map((name) => `keys/${name}`),
  ].filter((path) => existsSync(join(dataDir, path)))
  const data = paths.map((path) => ({ path, isKey: path.startsWith('keys/'), open: () => createReadStream(join(dataDir, path)) }))
  await withDatabase({ dataDir, databaseUrl: undefined }, false, (connection) =>
    makeBackup({ connection, store: storeOf({}, dataDir), to: backup, data }),
  )
  const packing = await run('tar', ['-C', backup, '--owner=0', '--group=0', '-cJf', to, '.'])
  if (packing.code !== 0) throw new StartError(packing.output)
}

await failWithSentence(async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' } } })
  if (!values.to) throw new StartError('Say where the packed market goes: node scripts/testing/keep-market.ts --to FILE.')
  const folder = mkdtempSync(join(tmpdir(), 'plinth-keep-'))
  try {
    const kept = await open(join(folder, 'data'))
    await fill(kept).finally(() => stopAll(kept.stops))
    await pack(kept.dataDir, join(folder, 'backup'), resolve(values.to))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
