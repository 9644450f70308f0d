import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { toAddress } from '@plinth/protocol'
import { createPublicClient, type Hex, http, isAddress, isHash, type PublicClient } from 'viem'
import { failWithSentence } from '../market/fail.ts'
import { StartError } from '../market/settings.ts'
import { readPublishedBids, verifyAuction } from './verify-auction.ts'
import { verifyBox } from './verify-box.ts'

const OPTIONS = {
  rpc: { type: 'string' },
  tx: { type: 'string' },
  bids: { type: 'string' },
  contract: { type: 'string' },
  box: { type: 'string' },
  from: { type: 'string', default: '0' },
  step: { type: 'string', default: '2000' },
} as const
type Values = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']
type Verdict = { facts: readonly string[]; problems: readonly string[] }

const AUCTION = 'npm run verify -- auction --rpc URL --tx HASH [--bids FILE]'
const BOX = 'npm run verify -- box --rpc URL --contract BLINDBOX --box ID [--from BLOCK] [--step BLOCKS]'

/**
 * `npm run verify -- auction …` recomputes the dividends of a settlement from the chain alone, and with the published
 * bids (the answer of auction.bids) also who shares; `npm run verify -- box …` recomputes the draws of a series of
 * blind boxes. Uses no server of ours.
 */
await failWithSentence(async () => {
  const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true })
  const [what] = positionals
  if (what !== 'auction' && what !== 'box') throw new StartError(`Say what to verify: ${AUCTION}, or ${BOX}.`)
  if (!values.rpc || !URL.canParse(values.rpc)) throw new StartError(`Say which node to ask: ${what === 'box' ? BOX : AUCTION}.`)
  const client = createPublicClient({ transport: http(values.rpc), cacheTime: 0 })
  const { facts, problems } = what === 'box' ? await ofBox(client, values) : await ofAuction(client, values)
  for (const fact of facts) console.log(`✓ ${fact}`)
  for (const problem of problems) console.log(`✗ ${problem}`)
  if (problems.length > 0) process.exitCode = 1
})

function ofAuction(client: PublicClient, { tx, bids }: Values): Promise<Verdict> {
  if (!tx || !isHash(tx)) throw new StartError(`Say what to verify: ${AUCTION}.`)
  return verifyAuction(client, tx, bids === undefined ? undefined : readPublishedBids(readFileSync(bids, 'utf8')))
}

function ofBox(client: PublicClient, { contract = '', box = '', from, step }: Values): Promise<Verdict> {
  if (!isAddress(contract, { strict: false }) || !isHash(box)) throw new StartError(`Say what to verify: ${BOX}.`)
  const wholes = [from, step].every((text) => /^\d{1,15}$/.test(text)) && Number(step) > 0
  if (!wholes) throw new StartError('--from and --step must be whole numbers.')
  const place = { contract: toAddress(contract), box: box.toLowerCase() as Hex, from: BigInt(from), step: BigInt(step) }
  return verifyBox(client, place)
}
