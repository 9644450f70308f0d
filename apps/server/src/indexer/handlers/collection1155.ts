import { TOKEN_STANDARD, toAddress } from '@plinth/protocol'
import type { collection1155Abi } from '@plinth/protocol/abi'
import { forgetMetadata } from '../../state/items/metadata-due.ts'
import { approvalSubject } from '../../state/offers/approvals.ts'
import { collectionHandlers, takeCreated, touchApproval } from './collection.ts'
import type { HandlerTable } from './table.ts'
import { addressIn, applyTransfers } from './transfers.ts'

/** Hex digits of 32 bytes. */
const WORD = 64

export const collection1155Handlers = {
  ...collectionHandlers,
  ApprovalForAll: {
    subject: (args) => approvalSubject(toAddress(args.account), toAddress(args.operator)),
    accounts: (args) => [args.account],
    apply: async (context, log, args) => touchApproval(context, log, args.account, args.operator),
  },
  TransferSingle: {
    isTyped: true,
    decode: ({ topics: [, operator, from, to], data }) =>
      operator && from && to && data.length >= 2 + 2 * WORD
        ? {
            operator: addressIn(operator),
            from: addressIn(from),
            to: addressIn(to),
            id: BigInt(data.slice(0, 2 + WORD)),
            value: BigInt(`0x${data.slice(2 + WORD, 2 + 2 * WORD)}`),
          }
        : undefined,
    accounts: (args) => [args.from, args.to],
    apply: (context, log, { id, value, from, to }) =>
      applyTransfers(context, log, TOKEN_STANDARD.ERC1155, [
        { collection: log.address, tokenId: id, from: toAddress(from), to: toAddress(to), quantity: value },
      ]),
  },
  TransferBatch: {
    isTyped: true,
    accounts: (args) => [args.from, args.to],
    apply: (context, log, { ids, values, from, to }) =>
      applyTransfers(
        context,
        log,
        TOKEN_STANDARD.ERC1155,
        // ERC-1155 allows no lists of unequal length: such a log has no effect.
        (ids.length === values.length ? ids : []).map((tokenId, index) => ({
          collection: log.address,
          tokenId,
          from: toAddress(from),
          to: toAddress(to),
          quantity: values[index] ?? 0n,
        })),
      ),
  },
  URI: { apply: (context, log, args) => forgetMetadata(context, log.address, args.id) },
  CreateERC1155: { apply: (context, log, args) => takeCreated(context, log, TOKEN_STANDARD.ERC1155, args) },
} satisfies HandlerTable<typeof collection1155Abi>
