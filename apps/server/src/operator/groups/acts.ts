import { listAudit } from '../../modules/operators/service.ts'
import { command, commandGroup } from '../command.ts'
import { optional, whole, words } from '../options.ts'

export const acts = commandGroup('What operators did: who, when, what and why.', {
  list: command({
    about: 'Shows the newest acts.',
    options: {
      subject: optional(words(200), 'only those on one thing, such as "category 7"'),
      limit: optional(whole(1, 1_000), 'how many; 50 without it'),
    },
    why: 'never',
    run: async ({ context }, { subject, limit = 50 }) => {
      const list = await listAudit(context.db, { subject, limit })
      return list.map(({ at, who, what, subject: on, why, details }) => ({
        at: new Date(at * 1_000).toISOString(),
        who,
        what,
        subject: on,
        why,
        details: JSON.stringify(details),
      }))
    },
  }),
})
