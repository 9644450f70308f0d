import {
  REPORT_WORDS,
  readSettings,
  resetSite,
  SITE_LINKS,
  SITE_WORDS,
  setSite,
  settingsOf,
  siteNow,
} from '../../modules/settings/service.ts'
import { command, commandGroup } from '../command.ts'
import { needed, oneOf, words } from '../options.ts'

const NAMES = [...SITE_LINKS, ...SITE_WORDS, ...REPORT_WORDS] as const
const name = needed(oneOf(...NAMES), 'which of them')

export const site = commandGroup('Name, links and words that the site shows.', {
  show: command({
    about: 'Shows each, and where it was said.',
    options: {},
    why: 'never',
    run: async ({ context }) => {
      const [now, said] = [await siteNow(context), await readSettings(context.db)]
      return NAMES.map((one) => ({ name: one, value: settingsOf(now)[one], from: said[one] === undefined ? 'configuration' : 'operator' }))
    },
  }),
  set: command({
    about: 'Says one anew, from now on.',
    options: { name, value: needed(words(2_000, 0), 'a URL, a path of this site, or "" to take it away') },
    why: 'needed',
    run: async ({ context, operator }, { name: which, value }) => {
      await setSite(context, operator, which, value)
      return `${which} is ${value === '' ? 'empty' : value} now.`
    },
  }),
  reset: command({
    about: 'Goes back to what the configuration says.',
    options: { name },
    why: 'needed',
    run: async ({ context, operator }, { name: which }) => {
      await resetSite(context, operator, which)
      return `${which} is as configured.`
    },
  }),
})
