import { transact } from '../../db/database.ts'
import { recount } from '../../jobs/recount.ts'
import { recordAudit } from '../../modules/operators/service.ts'
import { resyncBlocks } from '../../modules/reading/service.ts'
import { chainStates } from '../../process/readiness.ts'
import { command, commandGroup } from '../command.ts'
import { block, id, needed, optional } from '../options.ts'

export const reading = commandGroup('What was read from the chains.', {
  show: command({
    about: 'Shows how far each chain has been read.',
    options: {},
    why: 'never',
    run: async ({ context }) => {
      await Promise.allSettled(context.chains.all.map((chain) => chain.refresh()))
      const chains = await chainStates(context)
      return chains.map(({ chainId, head, indexed, lag, stopped }) => ({ chain: chainId, head, indexed, behind: lag, stopped }))
    },
  }),
  reread: command({
    about:
      'Has old blocks of a chain read once more, all of them or a range, for the market’s contracts and every collection: for what a node once left out.',
    options: {
      chain: needed(id, 'its id'),
      fromBlock: optional(block, 'the first; the block the market begins with without it'),
      toBlock: optional(block, 'the last; the newest that is in without it'),
    },
    why: 'needed',
    run: ({ context, operator }, { chain, fromBlock, toBlock }) =>
      resyncBlocks(context, operator, { chainId: chain, from: fromBlock, to: toBlock }),
  }),
  recount: command({
    about: 'Recounts the stored counts, and corrects those that differ.',
    options: {},
    why: 'needed',
    run: async ({ context, operator }) => {
      const differences = await recount(context)
      const entry = { what: 'reading recount', subject: 'counts', details: { differences: differences.length } }
      await transact(context.db, (tx) => recordAudit(tx, context.clock, operator, entry))
      return differences.length === 0 ? 'Every count is right.' : differences
    },
  }),
})
