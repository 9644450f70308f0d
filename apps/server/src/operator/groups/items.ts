import { hideItem, listHidden, lockTrade, resyncItem } from '../../modules/items/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, id, needed, optional, tokenId, whole } from '../options.ts'

const named = {
  chain: needed(id, 'the id of its chain'),
  collection: needed(address, 'its contract'),
  token: needed(tokenId, 'its token id'),
}

export const items = commandGroup('Single items.', {
  hidden: command({
    about: 'Shows those that are in no list, the newest first.',
    options: { limit: optional(whole(1, 1_000), 'how many; 50 without it') },
    why: 'never',
    run: async ({ context }, { limit = 50 }) =>
      (await listHidden(context.db, limit)).map(({ chainId, collection, tokenId, name }) => ({
        chain: chainId,
        collection,
        token: tokenId,
        name,
      })),
  }),
  hide: command({
    about: 'Takes an item out of every list, and its page away.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection, token }) => {
      await hideItem(context, operator, { chainId: chain, collection, tokenId: token }, true)
      return `Item ${token} of ${collection} is hidden.`
    },
  }),
  show: command({
    about: 'Brings it back.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection, token }) => {
      await hideItem(context, operator, { chainId: chain, collection, tokenId: token }, false)
      return `Item ${token} of ${collection} is shown again.`
    },
  }),
  lock: command({
    about: 'Stops its trade: it can’t be put up for sale, and what is up can’t be bought here.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection, token }) => {
      await lockTrade(context, operator, { chainId: chain, collection, tokenId: token }, true)
      return `Item ${token} of ${collection} is locked: nobody can sell or buy it here.`
    },
  }),
  unlock: command({
    about: 'Lets it be traded again.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection, token }) => {
      await lockTrade(context, operator, { chainId: chain, collection, tokenId: token }, false)
      return `Item ${token} of ${collection} can be traded again.`
    },
  }),
  reread: command({
    about: 'Has its name, picture and attributes read again from where its contract says they are.',
    options: named,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { chain, collection, token }) => {
      await resyncItem(context, operator, { chainId: chain, collection, tokenId: token })
      return `Item ${token} of ${collection} is read again soon.`
    },
  }),
})
