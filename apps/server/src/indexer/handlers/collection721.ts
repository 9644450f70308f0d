import { type Address, HISTORY_TYPE, toAddress, ZERO_ADDRESS } from '@plinth/protocol'
import type { collection721Abi } from '@plinth/protocol/abi'
import { bytes } from '../../db/database.ts'
import { confirmCollection, setCollectionOwner } from '../../modules/collections/confirm.ts'
import { addActivity } from '../../modules/items/activity.ts'
import { moveItems } from '../../modules/items/holdings.ts'
import { forgetMetadata } from '../../modules/items/metadata.ts'
import type { RawLog, Scope } from '../scope.ts'
import { type Handler, type HandlerTable, IGNORED } from './table.ts'

type Abi = typeof collection721Abi

const transfer: Handler<Abi, 'Transfer'> = {
  accounts: (args) => [args.from, args.to],
  apply: async (scope, log, args) => {
    const move = { collection: log.address, tokenId: args.tokenId, from: toAddress(args.from), to: toAddress(args.to), quantity: 1n }
    const isTrade = await isPartOfFill(scope, log, move)
    await scope.tx
      .insertInto('item_transfer')
      .values({
        chain_id: scope.chainId,
        block_hash: bytes(log.blockHash),
        log_index: log.index,
        block_number: log.blockNumber,
        at: scope.block.timestamp,
        tx_hash: bytes(log.txHash),
        collection: bytes(move.collection),
        token_id: move.tokenId,
        from_account: bytes(move.from),
        to_account: bytes(move.to),
        quantity: move.quantity,
        is_trade: isTrade,
      })
      .execute()
    await moveItems(scope, move)
    if (!isTrade) await tell(scope, log, move)
  },
}

type Move = { collection: Address; tokenId: bigint; from: Address; to: Address; quantity: bigint }

async function tell(scope: Scope, log: RawLog, move: Move): Promise<void> {
  const { collection, tokenId } = move
  const isMint = move.from === ZERO_ADDRESS
  const isBurn = move.to === ZERO_ADDRESS
  await addActivity(scope.tx, {
    chainId: scope.chainId,
    collection,
    tokenId,
    type: isMint ? HISTORY_TYPE.MINT : isBurn ? HISTORY_TYPE.BURN : HISTORY_TYPE.TRANSFER,
    // A mint is told from its minter, so that the rule which hides the zero address can hold as written (decision 43).
    from: isMint ? move.to : move.from,
    to: isBurn ? undefined : move.to,
    version: 0,
    blockHash: log.blockHash,
    logIndex: log.index,
    txHash: log.txHash,
    createdAt: scope.block.timestamp,
  })
  const source = `log:${scope.chainId}:${log.blockHash}:${log.index}`
  const about = { chainId: scope.chainId, source, txHash: log.txHash, at: scope.block.timestamp, collection, tokenId }
  if (isMint) scope.told.push({ kind: 'minted', ...about, minter: move.to })
  else if (isBurn) scope.told.push({ kind: 'burnt', ...about, owner: move.from })
  else scope.told.push({ kind: 'transferred', ...about, from: move.from, to: move.to })
}

const create: Handler<Abi, 'CreateERC721'> = {
  apply: async (scope, log, args) => {
    if (!scope.isGenuine(log.address)) return
    const owner = toAddress(args.creator)
    await confirmCollection(scope, { address: log.address, name: args.name, symbol: args.symbol, owner, signer: scope.minter })
    const source = `log:${scope.chainId}:${log.blockHash}:${log.index}`
    scope.told.push({
      kind: 'collectionCreated',
      chainId: scope.chainId,
      source,
      txHash: log.txHash,
      at: scope.block.timestamp,
      collection: log.address,
      creator: owner,
    })
  },
}

export const collection721Handlers = {
  Transfer: transfer,
  ApprovalForAll: {
    subject: (args) => `${toAddress(args.owner)}:${toAddress(args.operator)}`,
    accounts: (args) => [args.owner],
    apply: async (scope, log, args) => {
      scope.touched.approval({ collection: log.address, owner: toAddress(args.owner) })
    },
  },
  SecondarySaleFees: {
    subject: (args) => args.tokenId.toString(),
    apply: async (scope, log, args) => {
      scope.touched.item({ collection: log.address, tokenId: args.tokenId })
    },
  },
  CreateERC721: create,
  OwnershipTransferred: {
    subject: () => 'owner',
    apply: async (scope, log, args) => {
      await setCollectionOwner(scope, log.address, toAddress(args.newOwner))
    },
  },
  MetadataUpdate: { apply: async (scope, log, args) => forgetMetadata(scope, log.address, args._tokenId) },
  BatchMetadataUpdate: { apply: async (scope, log) => forgetMetadata(scope, log.address) },
  Approval: IGNORED,
  ContractURIUpdated: IGNORED,
  EIP712DomainChanged: IGNORED,
  SignerAdded: IGNORED,
  SignerRemoved: IGNORED,
} satisfies HandlerTable<Abi>

/** The exchange logs a fill before the item moves: a move that fits one of its own transaction is that trade's. */
async function isPartOfFill(scope: Scope, log: RawLog, move: Move): Promise<boolean> {
  const fill = await scope.tx
    .selectFrom('order_event')
    .select('log_index')
    .where('chain_id', '=', scope.chainId)
    .where('block_hash', '=', bytes(log.blockHash))
    .where('tx_hash', '=', bytes(log.txHash))
    .where('kind', '=', 'fill')
    .where('collection', '=', bytes(move.collection))
    .where('token_id', '=', move.tokenId)
    .where('log_index', '<', log.index)
    .where(({ eb, and, or }) =>
      or([and([eb('maker', '=', bytes(move.from)), eb('receiver', '=', bytes(move.to))]), eb('maker', '=', bytes(move.to))]),
    )
    .executeTakeFirst()
  return fill !== undefined
}
