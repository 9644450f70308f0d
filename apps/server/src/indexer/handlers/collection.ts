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
  scope: BlockContext,
  log: RawLog,
  standard: TokenStandard,
  args: { creator: string; signer: string; name: string; symbol: string },
): Promise<void> {
  if (!scope.isTrustedClone(log.address)) return
  const owner = toAddress(args.creator)
  const { name, symbol } = args
  await confirmCollection(scope, { address: log.address, name, symbol, standard, owner, signer: toAddress(args.signer) })
  scope.dirty.collections.add(log.address)
  scope.events.push({
    kind: 'collectionCreated',
    chainId: scope.chainId,
    source: sourceOf(scope.chainId, log),
    txHash: log.txHash,
    at: scope.block.timestamp,
    collection: log.address,
    creator: owner,
  })
}

/** Nothing depends on approvals for other operators. */
export function touchApproval(scope: BlockContext, { address }: Pick<RawLog, 'address'>, holder: string, operator: string): void {
  if (everyOne(scope.contracts, 'transferProxy').includes(toAddress(operator)))
    scope.dirty.approval({ collection: address, owner: toAddress(holder) })
}

/** Events that collections of both standards have in the same shape. */
export const collectionHandlers = {
  SecondarySaleFees: {
    subject: (args) => args.tokenId.toString(),
    apply: async (scope, log, args) => {
      scope.dirty.item({ collection: log.address, tokenId: args.tokenId })
    },
  },
  OwnershipTransferred: {
    subject: () => 'owner',
    apply: async (scope, log, args) => {
      await setCollectionOwner(scope, log.address, toAddress(args.newOwner))
      scope.dirty.collections.add(log.address)
    },
  },
  BatchMetadataUpdate: {
    apply: async (scope, log, args) => forgetMetadataRange(scope, log.address, args._fromTokenId, args._toTokenId),
  },
  ContractURIUpdated: { apply: async (scope, log) => forgetCollectionText(scope, log.address) },
  TokenURIPrefixFrozen: {
    subject: () => 'prefix',
    apply: async (scope, log, args) => {
      await setFrozenPrefix(scope, log.address, args.prefix)
      scope.dirty.collections.add(log.address)
    },
  },
  EIP712DomainChanged: IGNORED,
  MinterChanged: IGNORED,
  SignerAdded: IGNORED,
  SignerRemoved: IGNORED,
} satisfies Omit<HandlerTable<typeof collection721Abi>, 'Transfer' | 'Approval' | 'ApprovalForAll' | 'CreateERC721' | 'MetadataUpdate'>
