import { addSender, officialSenders, removeSender } from '../../modules/senders/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, id, needed } from '../options.ts'

const options = {
  chain: needed(id, 'the id of the chain'),
  collection: needed(address, 'the collection in which it sells'),
  sender: needed(address, 'the account that sells for the platform'),
}

export const senders = commandGroup('Official senders: accounts whose buyers pay no fee in a collection.', {
  list: command({
    about: 'Shows them.',
    options: {},
    why: 'never',
    run: async ({ context }) =>
      [...(await officialSenders(context.db, context.chains.all))].flatMap(([chain, list]) => list.map((one) => ({ chain, ...one }))),
  }),
  add: command({
    about: 'Makes an account an official sender.',
    options,
    why: 'needed',
    run: async ({ context, operator }, { chain, collection, sender }) => {
      await addSender(context, operator, { chainId: chain, collection, sender })
      return `${sender} sells for the platform in ${collection}.`
    },
  }),
  remove: command({
    about: 'Makes it an account like any other.',
    options,
    why: 'needed',
    run: async ({ context, operator }, { chain, collection, sender }) => {
      await removeSender(context, operator, { chainId: chain, collection, sender })
      return `${sender} is no official sender of ${collection} any more.`
    },
  }),
})
