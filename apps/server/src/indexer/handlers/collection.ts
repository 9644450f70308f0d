import { type TokenStandard, toAddress } from '@plinth/protocol'
import type { collection721Abi } from '@plinth/protocol/abi'
import { everyOne } from '../../chain/editions.ts'
import type { BlockContext } from '../../state/block-context.ts'
import { type RawLog, sourceOf } from '../../state/chain/raw-log.ts'
import { confirmCollection, setCollectionOwner, setFrozenPrefix } from '../../state/collections/confirm.ts'
import { forgetCollectionText } from '../../state/collections/metadata-due.ts'
import { forgetMetadataRange } from '../../state/items/metadata-due.ts'
import { type HandlerTable, IGNORED } from './table.ts'

/** Handles the Create event of either standard. */
export async function takeCreated(
  context: BlockContext,
  log: RawLog,
  standard: TokenStandard,
  args: { creator: string; signer: string; name: string; symbol: string },
): Promise<void> {
  if (!context.isTrustedClone(log.address)) return
  const owner = toAddress(args.creator)
  const { name, symbol } = args
  await confirmCollection(context, { address: log.address, name, symbol, standard, owner, signer: toAddress(args.signer) })
  context.dirty.collections.add(log.address)
  context.events.push({
    kind: 'collectionCreated',
    chainId: context.chainId,
    source: sourceOf(context.chainId, log),
    txHash: log.txHash,
    at: context.block.timestamp,
    collection: log.address,
    creator: owner,
  })
}

/** Nothing depends on approvals for other operators. */
export function touchApproval(context: BlockContext, { address }: Pick<RawLog, 'address'>, holder: string, operator: string): void {
  if (everyOne(context.contracts, 'transferProxy').includes(toAddress(operator)))
    context.dirty.approval({ collection: address, owner: toAddress(holder) })
}

/** Events that collections of both standards have in the same shape. */
export const collectionHandlers = {
  SecondarySaleFees: {
    subject: (args) => args.tokenId.toString(),
    apply: async (context, log, args) => {
      context.dirty.item({ collection: log.address, tokenId: args.tokenId })
    },
  },
  OwnershipTransferred: {
    subject: () => 'owner',
    apply: async (context, log, args) => {
      await setCollectionOwner(context, log.address, toAddress(args.newOwner))
      context.dirty.collections.add(log.address)
    },
  },
  BatchMetadataUpdate: {
    apply: async (context, log, args) => forgetMetadataRange(context, log.address, args._fromTokenId, args._toTokenId),
  },
  ContractURIUpdated: { apply: async (context, log) => forgetCollectionText(context, log.address) },
  TokenURIPrefixFrozen: {
    subject: () => 'prefix',
    apply: async (context, log, args) => {
      await setFrozenPrefix(context, log.address, args.prefix)
      context.dirty.collections.add(log.address)
    },
  },
  EIP712DomainChanged: IGNORED,
  MinterChanged: IGNORED,
  SignerAdded: IGNORED,
  SignerRemoved: IGNORED,
} satisfies Omit<HandlerTable<typeof collection721Abi>, 'Transfer' | 'Approval' | 'ApprovalForAll' | 'CreateERC721' | 'MetadataUpdate'>
