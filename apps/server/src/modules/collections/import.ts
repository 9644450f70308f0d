import { type Address, TOKEN_STANDARD, type TokenStandard, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import { erc721Abi, parseAbi } from 'viem'
import type { Chain } from '../../chain/chain.ts'
import { allAddresses } from '../../chain/editions.ts'
import type { Context } from '../../context.ts'
import { bytes, transact } from '../../db/database.ts'
import { placeNamed } from '../../db/search.ts'
import { fewestCalls } from '../../state/chain/fewest-calls.ts'
import { followCollection } from '../../state/chain/follow-collection.ts'
import { blank } from '../../state/collections/confirm.ts'
import { findCollection } from '../../state/collections/store.ts'
import { cleanText } from '../../text/clean-text.ts'
import { chainOf, type Operator, OperatorRefused, recordAudit, requireContract } from '../operators/service.ts'
import { namelessOf } from './names.ts'

type Wanted = {
  readonly chainId: number
  readonly address: Address
  readonly fromBlock?: number | undefined
  readonly name?: string | undefined
}
export type Imported = { readonly name: string; readonly standard: TokenStandard; readonly fromBlock: number }

/** ERC-165 ids of the two standards. */
const INTERFACES = { [TOKEN_STANDARD.ERC721]: '0x80ac58cd', [TOKEN_STANDARD.ERC1155]: '0xd9b67a26' } as const
const FACTS = parseAbi(['function supportsInterface(bytes4) view returns (bool)', 'function owner() view returns (address)'])
const LONGEST_NAME = 100

/**
 * Imports a collection that was not made here: new blocks bring its items at once, old ones are read from its deployment on.
 * @throws OperatorRefused
 */
export async function importCollection(
  context: Context,
  operator: Operator,
  { chainId, address, fromBlock, name }: Wanted,
): Promise<Imported> {
  const chain = chainOf(context, chainId)
  const { first, standard, facts } = await examine(context, chain, { address, fromBlock })
  const shown = name ?? (facts.name || namelessOf(address))
  const now = context.clock.now()
  await transact(context.db, async (tx) => {
    const { id } = await tx
      .insertInto('collection')
      .values({
        ...blank,
        chain_id: chainId,
        address: bytes(address),
        name: shown,
        symbol: facts.symbol,
        standard,
        owner: bytes(facts.owner),
        // Minting in it is not possible through this market.
        signer: bytes(ZERO_ADDRESS),
        is_confirmed: true,
        metadata_next_at: 0,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await placeNamed(tx, 'collection_search', id, shown)
    await followCollection(tx, chainId, address, first)
    await recordAudit(tx, context.clock, operator, {
      what: 'collections import',
      subject: `collection ${chainId}/${address}`,
      details: { name: shown, standard, fromBlock: first },
    })
  })
  return { name: shown, standard, fromBlock: first }
}

/** Blocks that an import would read, and the calls to the node that they need at least. @throws OperatorRefused */
export async function estimateImport(
  context: Context,
  { chainId, address, fromBlock }: Omit<Wanted, 'name'>,
): Promise<{ readonly first: number; readonly last: number; readonly calls: number }> {
  const chain = chainOf(context, chainId)
  const { first, last } = await examine(context, chain, { address, fromBlock })
  return { first, last, calls: fewestCalls(chain.config, first, last) }
}

type Examined = {
  readonly standard: TokenStandard
  readonly facts: Awaited<ReturnType<typeof readFacts>>
  readonly first: number
  readonly last: number
}

async function examine(context: Context, chain: Chain, { address, fromBlock }: Pick<Wanted, 'address' | 'fromBlock'>): Promise<Examined> {
  if (await findCollection(context.db, chain.id, address))
    throw new OperatorRefused(`${address} is a collection of this market on chain ${chain.id} already.`, {
      zh: `${address} 已是本站在链 ${chain.id} 上的合集。`,
      field: 'collection',
    })
  if (allAddresses(chain.config.contracts).includes(address))
    throw new OperatorRefused(`${address} is a contract of the market itself.`, {
      zh: `${address} 是本站自身的合约。`,
      field: 'collection',
    })
  await requireContract(chain, address, 'collection')
  const standard = await standardOf(chain, address)
  const facts = await readFacts(chain, address)
  const first = fromBlock ?? (await findDeployment(chain, address))
  const head = await chain.refresh()
  if (first > head.number)
    throw new OperatorRefused(`Block ${first} is not there yet: chain ${chain.id} is at ${head.number}.`, {
      zh: `区块 ${first} 尚未产生：链 ${chain.id} 当前在 ${head.number}。`,
      field: 'fromBlock',
    })
  return { standard, facts, first, last: head.number }
}

async function standardOf(chain: Chain, address: Address): Promise<TokenStandard> {
  const says = (id: (typeof INTERFACES)[keyof typeof INTERFACES]) =>
    chain.client.readContract({ address, abi: FACTS, functionName: 'supportsInterface', args: [id] }).catch(() => false)
  const [is721, is1155] = await Promise.all([says(INTERFACES[TOKEN_STANDARD.ERC721]), says(INTERFACES[TOKEN_STANDARD.ERC1155])])
  if (is721 !== is1155) return is721 ? TOKEN_STANDARD.ERC721 : TOKEN_STANDARD.ERC1155
  throw new OperatorRefused(
    `The contract at ${address} on chain ${chain.id} says ${is721 ? 'that it is ERC721 and ERC1155 at once' : 'neither that it is ERC721 nor ERC1155'}: it can't be traded here.`,
    {
      zh: `链 ${chain.id} 上的合约 ${address} ${is721 ? '同时声明为 ERC721 和 ERC1155' : '既未声明为 ERC721，也未声明为 ERC1155'}，无法在此交易。`,
      field: 'collection',
    },
  )
}

/** ERC-1155 requires none of these. */
async function readFacts(chain: Chain, address: Address): Promise<{ name: string; symbol: string; owner: Address }> {
  const text = (functionName: 'name' | 'symbol') => chain.client.readContract({ address, abi: erc721Abi, functionName }).catch(() => '')
  const owner = chain.client.readContract({ address, abi: FACTS, functionName: 'owner' }).catch(() => ZERO_ADDRESS)
  const [name, symbol, who] = await Promise.all([text('name'), text('symbol'), owner])
  return { name: cleanText(name, LONGEST_NAME), symbol: cleanText(symbol, LONGEST_NAME), owner: toAddress(who) }
}

/** The first block with its code, by binary search. Most nodes keep no old states: then only a young contract's is found. */
async function findDeployment(chain: Chain, address: Address): Promise<number> {
  const { number } = await chain.refresh()
  let [without, within, lost] = [-1, number, -1]
  while (within - without > 1) {
    const middle = Math.floor((without + within) / 2)
    const code = await chain.client.getCode({ address, blockNumber: BigInt(middle) }).catch(() => LOST)
    if (code === LOST) lost = middle
    if (code && code !== LOST && code !== '0x') within = middle
    else without = middle
  }
  if (within - 1 !== lost) return within
  throw new OperatorRefused(
    `The nodes of chain ${chain.id} keep no states as old as the contract: say the block of its deployment (--from-block), as an explorer shows it.`,
    { zh: `链 ${chain.id} 的节点不保留该合约部署时的历史状态：请填写合约部署所在的起始区块（可在区块浏览器中查到）。`, field: 'fromBlock' },
  )
}

const LOST = 'lost'
