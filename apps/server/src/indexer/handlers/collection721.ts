import { TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import type { collection721Abi } from '@plinth/protocol/abi'
import { forgetMetadata } from '../../state/items/metadata-due.ts'
import { approvalSubject } from '../../state/offers/approvals.ts'
import { collectionHandlers, takeCreated, touchApproval } from './collection.ts'
import { type HandlerTable, IGNORED } from './table.ts'
import { addressIn, applyTransfers } from './transfers.ts'

export const collection721Handlers = {
  ...collectionHandlers,
  ApprovalForAll: {
    subject: (args) => approvalSubject(toAddress(args.owner), toAddress(args.operator)),
    accounts: (args) => [args.owner],
    apply: async (context, log, args) => touchApproval(context, log, args.owner, args.operator),
  },
  Transfer: {
    isTyped: true,
    decode: ({ topics: [, from, to, tokenId] }) =>
      from && to && tokenId ? { from: addressIn(from), to: addressIn(to), tokenId: BigInt(tokenId) } : undefined,
    accounts: (args) => [args.from, args.to],
    apply: (context, log, { tokenId, from, to }) =>
      applyTransfers(context, log, TOKEN_STANDARD.ERC721, [
        { collection: log.address, tokenId, from: toAddress(from), to: toAddress(to), quantity: 1n },
      ]),
  },
  CreateERC721: { apply: (context, log, args) => takeCreated(context, log, TOKEN_STANDARD.ERC721, args) },
  MetadataUpdate: { apply: (context, log, args) => forgetMetadata(context, log.address, args._tokenId) },
  Approval: IGNORED,
} satisfies HandlerTable<typeof collection721Abi>
