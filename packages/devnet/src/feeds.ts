import { type Address, LOCAL_NETWORKS, ZERO_ADDRESS } from '@plinth/protocol'
import { priceFeedAbi } from '@plinth/protocol/abi'
import { createWalletClient, encodeDeployData, type Hex, http, keccak256, parseEther, publicActions, toHex } from 'viem'
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts'
import { createdBy, planAddresses } from './addresses.ts'
import { isCodeOf, readArtifact } from './artifacts.ts'
import { receiptOf } from './receipt.ts'
import { callRpc } from './rpc.ts'

/** A price feed of a local chain: of a pay token's, or of the coin at the zero address. */
export interface LocalFeed {
  token: Address
  address: Address
  heartbeatS: number
}

interface PlannedFeed {
  token: Address
  address: Address
  description: string
  /** In US dollars, with FEED_DECIMALS; the demo has no other source than these. */
  answer: bigint
}

/** As Chainlink's feeds to the dollar. */
const FEED_DECIMALS = 8
/** As long as a feed's answer counts; a round comes at half of it. */
const HEARTBEAT_S = 600
const ANSWERS: Readonly<Record<string, bigint>> = { ETH: 312_000_000_000n, BNB: 61_200_000_000n }
const DOLLAR = 100_000_000n
const LOOK_MS = 5_000

/** Throw-away account that deploys the feeds of a local chain and writes their rounds: anyone can compute its key. */
function writerOf(chainId: number): PrivateKeyAccount {
  return privateKeyToAccount(keccak256(toHex(`plinth devnet price feeds ${chainId}`)))
}

/** In order of deployment: the nonce decides the address. */
function planFeeds(chainId: number): PlannedFeed[] {
  const writer = writerOf(chainId).address
  const symbol = LOCAL_NETWORKS.find((network) => network.chainId === chainId)?.symbol ?? 'ETH'
  const { dollar } = planAddresses(chainId)
  return [
    { token: ZERO_ADDRESS, address: createdBy(writer, 0), description: `${symbol} / USD`, answer: ANSWERS[symbol] ?? DOLLAR },
    { token: dollar, address: createdBy(writer, 1), description: 'PUSD / USD', answer: DOLLAR },
  ]
}

/** What a market's configuration names of them. */
export function localFeeds(chainId: number, heartbeatS: number = HEARTBEAT_S): LocalFeed[] {
  return planFeeds(chainId).map(({ token, address }) => ({ token, address, heartbeatS }))
}

export interface FeedOptions {
  rpcUrl: string
  chainId: number
  heartbeatS?: number
  /** How often the writer looks whether a round is due. */
  lookMs?: number
  log?: (line: string) => void
}

/** Deploys the feeds of a local chain that are not there yet. */
export async function deployFeeds({ rpcUrl, chainId }: Pick<FeedOptions, 'rpcUrl' | 'chainId'>): Promise<void> {
  const account = writerOf(chainId)
  const client = createWalletClient({ account, transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions)
  const artifact = readArtifact('PriceFeed')
  for (const [nonce, { address, description }] of planFeeds(chainId).entries()) {
    const code = await callRpc<Hex>(rpcUrl, 'eth_getCode', [address, 'latest'])
    if (code !== '0x') {
      if (isCodeOf(artifact, code)) continue
      throw new Error(`The data of chain ${chainId} holds another version of PriceFeed: start with a new DATA_DIR, or delete this one.`)
    }
    await callRpc(rpcUrl, 'anvil_setBalance', [account.address, toHex(parseEther('100'))])
    const args = [description, FEED_DECIMALS, account.address]
    const hash = await client.sendTransaction({ chain: null, data: encodeDeployData({ ...artifact, args }), nonce })
    const { status } = await receiptOf(client, hash)
    if (status !== 'success') throw new Error(`PriceFeed could not be deployed on chain ${chainId}`)
  }
}

export interface FeedWriter {
  /** From here on no round is written, and the feeds' answers grow old. */
  stop(): Promise<void>
}

/**
 * Writes a round of each feed of a local chain where the last one is half a heartbeat old by the chain's own clock: a clock that
 * was moved ahead gets its rounds, too.
 */
export async function keepFeeds(options: FeedOptions): Promise<FeedWriter> {
  const { chainId, lookMs = LOOK_MS, log = () => undefined } = options
  await deployFeeds(options)
  let isStopped = false
  let isFailing = false
  let timer: NodeJS.Timeout | undefined
  let running = writeDue(options)
  const again = (): void => {
    if (isStopped) return
    timer = setTimeout(() => {
      running = writeDue(options).then(
        () => {
          isFailing = false
        },
        (error: unknown) => {
          if (!isFailing) log(`The price feeds of chain ${chainId} get no rounds: ${error instanceof Error ? error.message : error}`)
          isFailing = true
        },
      )
      void running.then(again)
    }, lookMs)
    timer.unref()
  }
  await running
  again()
  return {
    stop: async () => {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

async function writeDue({ rpcUrl, chainId, heartbeatS = HEARTBEAT_S }: FeedOptions): Promise<void> {
  const client = createWalletClient({ account: writerOf(chainId), transport: http(rpcUrl), pollingInterval: 50 }).extend(publicActions)
  const now = Number((await client.getBlock()).timestamp)
  for (const { address, answer } of planFeeds(chainId)) {
    const last = await client
      .readContract({ address, abi: priceFeedAbi, functionName: 'latestRoundData' })
      .then(([, , , updatedAt]) => Number(updatedAt))
      // It reverts before the first round.
      .catch(() => 0)
    if (now - last < heartbeatS / 2) continue
    const round = { address, abi: priceFeedAbi, functionName: 'write', args: [answer] } as const
    const hash = await client.writeContract({ ...round, chain: null })
    const { status } = await receiptOf(client, hash)
    if (status !== 'success') throw new Error(`round refused: ${hash}`)
  }
}
