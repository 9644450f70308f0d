import { getUserState, listUsers, lockUser, signOutUser } from '../../modules/moderation/service.ts'
import { command, commandGroup } from '../command.ts'
import { address, needed, optional, whole, words } from '../options.ts'

const options = { user: needed(address, 'the address he signs in with') }

export const users = commandGroup('Those who sign in here.', {
  list: command({
    about: 'Shows them, the newest first.',
    options: {
      named: optional(words(50), 'only those whose name has this in it, or whose address begins with it'),
      page: optional(whole(1, 1_000_000), 'which hundred; the first without it'),
    },
    why: 'never',
    run: async ({ context }, { named = '', page = 1 }) =>
      (await listUsers(context.db, named, page)).map(({ address: user, nickname, byMail, lockedAt, createdAt }) => ({
        user,
        nickname,
        mail: byMail,
        locked: lockedAt === null ? null : timeOf(lockedAt),
        'first here': timeOf(createdAt),
      })),
  }),
  show: command({
    about: 'Shows one: name, sessions, and whether he is locked.',
    options,
    why: 'never',
    run: async ({ context }, { user }) => {
      const { id, nickname, sessions, lockedAt, createdAt } = await getUserState(context, user)
      return [{ id, nickname, sessions, locked: lockedAt === null ? null : timeOf(lockedAt), 'first here': timeOf(createdAt) }]
    },
  }),
  lock: command({
    about: 'Signs one out everywhere and lets him in no more. What is in his wallet stays his.',
    options,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { user }) => {
      await lockUser(context, operator, user, true)
      return `${user} is locked and signed out.`
    },
  }),
  unlock: command({
    about: 'Lets him in again.',
    options,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { user }) => {
      await lockUser(context, operator, user, false)
      return `${user} may sign in again.`
    },
  }),
  'sign-out': command({
    about: 'Ends all sessions of one; he may sign in again at once.',
    options,
    why: 'needed',
    role: 'moderator',
    run: async ({ context, operator }, { user }) => {
      await signOutUser(context, operator, user)
      return `${user} is signed out everywhere.`
    },
  }),
})

function timeOf(seconds: number): string {
  return new Date(seconds * 1_000).toISOString()
}
