import { transact } from '../../db/database.ts'
import { recount } from '../../jobs/recount.ts'
import { noteAct } from '../../modules/operators/service.ts'
import { readinessOf } from '../../readiness.ts'
import { command, group } from '../command.ts'

export const reading = group('What was read from the chains.', {
  show: command({
    about: 'Shows how far each chain has been read.',
    options: {},
    why: 'never',
    run: async ({ context }) => {
      await Promise.allSettled(context.chains.all.map((chain) => chain.refresh()))
      const { chains } = await readinessOf(context)
      return chains.map(({ chainId, head, indexed, lag, stopped }) => ({ chain: chainId, head, indexed, behind: lag, stopped }))
    },
  }),
  recount: command({
    about: 'Counts anew what is counted as it happens, and puts right what differs.',
    options: {},
    why: 'needed',
    run: async ({ context, operator }) => {
      const differences = await recount(context)
      const act = { what: 'reading recount', subject: 'counts', details: { differences: differences.length } }
      await transact(context.db, (tx) => noteAct(tx, context.clock, operator, act))
      return differences.length === 0 ? 'Every count is right.' : differences
    },
  }),
})
