import { LANGUAGE_CODES } from '@plinth/api'
import { addAnnouncement, editAnnouncement, listAnnouncements, removeAnnouncement } from '../../modules/announcements/service.ts'
import { command, commandGroup } from '../command.ts'
import { id, needed, oneOf, optional, words } from '../options.ts'

const which = needed(id, 'its id, as `announcements list` shows it')
const title = words(200)
const content = words(20_000)

export const announcements = commandGroup('What the site tells everybody, in plain text.', {
  list: command({
    about: 'Shows them, the newest first.',
    options: {},
    why: 'never',
    run: async ({ context }) =>
      (await listAnnouncements(context)).map(({ id: key, lang, title: head, createdAt }) => ({
        id: key,
        lang,
        title: head,
        at: new Date(createdAt * 1_000).toISOString(),
      })),
  }),
  add: command({
    about: 'Announces something in one language.',
    options: {
      lang: needed(oneOf(...LANGUAGE_CODES), 'its language'),
      title: needed(title, 'its head'),
      content: needed(content, 'what it says'),
    },
    why: 'needed',
    run: async ({ context, operator }, said) => `Announcement ${await addAnnouncement(context, operator, said)} is there.`,
  }),
  edit: command({
    about: 'Changes what one says.',
    options: { announcement: which, title: optional(title, 'its new head'), content: optional(content, 'what it says now') },
    why: 'needed',
    run: async ({ context, operator }, { announcement, ...said }) => {
      await editAnnouncement(context, operator, announcement, said)
      return `Announcement ${announcement} is changed.`
    },
  }),
  remove: command({
    about: 'Takes one away.',
    options: { announcement: which },
    why: 'needed',
    run: async ({ context, operator }, { announcement }) => {
      await removeAnnouncement(context, operator, announcement)
      return `Announcement ${announcement} is gone.`
    },
  }),
})
