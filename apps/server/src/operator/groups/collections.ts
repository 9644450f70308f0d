import { type Address, TOKEN_STANDARD } from '@plinth/protocol'
import { isOfMarket } from '../../chain/editions.ts'
import type { Context } from '../../context.ts'
import {
  endOfficial,
  estimateImport,
  hideCollection,
  importCollection,
  listKnown,
  listUnmarked,
  lockCollection,
  makeOfficial,
  resyncCollection,
  verifyCollection,
} from '../../modules/collections/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, block, id, needed, optional, whole, words } from '../options.ts'

const named = { chain: needed(id, 'the id of its chain'), collection: needed(address, 'its contract') }

export const collections = commandGroup('Collections, those of other people too.', {
  list: command({
    about: 'Shows the newest, the hidden ones too.',
    options: { chain: optional(id, 'of one chain only'), page: optional(whole(1, 1_000_000), 'which hundred; the first without it') },
    why: 'never',
    run: async ({ context }, { chain, page = 1 }) =>
      (await listKnown(context.db, chain, page)).map(({ standard, official, ...row }) => ({
        ...row,
        official,
        'official by': official ? officialBy(context, row) : '',
        standard: wordOf(standard),
      })),
  }),
  changed: command({
    about: 'Shows those that lost their mark because their owner changed name, cover or links: verify or unverify decides again.',
    options: {},
    why: 'never',
    run: ({ context }) => listUnmarked(context.db),
  }),
  import: command({
    about: 'Brings in a collection that was not made here, with all that happened in it: its items can be traded then.',
    options: {
      ...named,
      fromBlock: optional(block, 'the block of its deployment; looked for without it, where the node keeps old states'),
      name: optional(words(100), 'what it is called here; as its contract says without it'),
    },
    why: 'needed',
    run: async ({ context, operator }, { chain, collection, fromBlock, name }) => {
      const done = await importCollection(context, operator, { chainId: chain, address: collection, fromBlock, name })
      return `${done.name} (${wordOf(done.standard)}) is in the market; its blocks are read from ${done.fromBlock} on.`
    },
  }),
  estimate: command({
    about: 'Says how many calls to the node an import would need: providers charge for them.',
    options: { ...named, fromBlock: optional(block, 'the block of its deployment, as for `import`') },
    why: 'never',
    // It asks the nodes itself.
    role: 'operator',
    run: async ({ context }, { chain, collection, fromBlock }) => {
      const { first, last, calls } = await estimateImport(context, { chainId: chain, address: collection, fromBlock })
      return {
        en: `Blocks ${first} to ${last} need at least ${calls} calls, and each block with logs of ${collection} one more.`,
        zh: `区块 ${first} 至 ${last} 至少需要 ${calls} 次请求，其中每个含有 ${collection} 日志的区块另加一次。`,
      }
    },
  }),
  verify: command({
    about: 'Marks one as looked at by the operator.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection }) => {
      await verifyCollection(context, operator, { chainId: chain, address: collection }, true)
      return `${collection} is verified.`
    },
  }),
  unverify: command({
    about: 'Takes that mark away.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection }) => {
      await verifyCollection(context, operator, { chainId: chain, address: collection }, false)
      return `${collection} is not verified any more.`
    },
  }),
  official: command({
    about: 'Makes one official: everybody finds it in the create form, and mints in it with a voucher of the market.',
    options: named,
    why: 'needed',
    run: async ({ context, operator }, { chain, collection }) => {
      await makeOfficial(context, operator, { chainId: chain, address: collection })
      return `${collection} is official: anybody can mint in it.`
    },
  }),
  unofficial: command({
    about: 'Ends that: only its owner gets vouchers for it. What was minted stays.',
    options: named,
    why: 'needed',
    run: async ({ context, operator }, { chain, collection }) => {
      await endOfficial(context, operator, { chainId: chain, address: collection })
      return `${collection} is not official any more. Vouchers that were given before stay good.`
    },
  }),
  hide: command({
    about: 'Takes one and all of its items out of every list, those to come too.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection }) => {
      await hideCollection(context, operator, { chainId: chain, address: collection }, true)
      return `${collection} and its items are hidden.`
    },
  }),
  show: command({
    about: 'Brings it back with its items, but for those that are hidden one by one.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection }) => {
      await hideCollection(context, operator, { chainId: chain, address: collection }, false)
      return `${collection} and its items are shown again.`
    },
  }),
  lock: command({
    about: 'Stops the trade of all of its items, those to come too: none can be put up for sale or bought here.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection }) => {
      await lockCollection(context, operator, { chainId: chain, address: collection }, true)
      return `${collection} is locked: nobody can sell or buy its items here.`
    },
  }),
  unlock: command({
    about: 'Lets its items be traded again, but for those that are locked one by one.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection }) => {
      await lockCollection(context, operator, { chainId: chain, address: collection }, false)
      return `The items of ${collection} can be traded again.`
    },
  }),
  reread: command({
    about: 'Has its old blocks read once more, all of them or a range: for what a node once left out.',
    options: { ...named, fromBlock: optional(block, 'the first'), toBlock: optional(block, 'the last') },
    why: 'needed',
    run: ({ context, operator }, { chain, collection, fromBlock, toBlock }) =>
      resyncCollection(context, operator, { chainId: chain, address: collection }, fromBlock, toBlock),
  }),
})

function officialBy({ chains }: Context, { chain, address }: { chain: number; address: Address }): 'configuration' | 'operator' {
  const found = chains.find(chain)
  return found && isOfMarket(found, address) ? 'configuration' : 'operator'
}

function wordOf(standard: number): string {
  return standard === TOKEN_STANDARD.ERC721 ? 'ERC721' : 'ERC1155'
}
