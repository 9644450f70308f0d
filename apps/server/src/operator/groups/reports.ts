import { decideReport, listOpenReports } from '../../modules/moderation/service.ts'
import { command, commandGroup } from '../command.ts'
import { id, needed, oneOf, optional, toggle, whole } from '../options.ts'

export const reports = commandGroup('What visitors reported, waiting for a decision.', {
  list: command({
    about: 'Shows the open ones, who waits longest first.',
    options: { limit: optional(whole(1, 1_000), 'how many; 50 without it') },
    why: 'never',
    run: async ({ context }, { limit = 50 }) =>
      (await listOpenReports(context.db, limit)).map(({ createdAt, chainId, tokenId, ...report }) => ({
        ...report,
        chain: chainId,
        token: tokenId,
        at: new Date(createdAt * 1_000).toISOString(),
      })),
  }),
  decide: command({
    about: 'Closes one, and takes what was reported away with it where that is said.',
    options: {
      report: needed(id, 'its id'),
      verdict: needed(oneOf('upheld', 'dismissed'), 'what was found'),
      enforce: toggle('hides the item or collection that was reported, or locks the person, in the same act'),
    },
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { report, verdict, enforce }) => {
      await decideReport(context, operator, report, { verdict, isEnforced: enforce })
      return `Report ${report} is ${verdict}${enforce ? ', and what it was about is hidden or locked' : ''}.`
    },
  }),
})
