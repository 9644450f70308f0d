import type { CommandGroup } from './command.ts'
import { acts } from './groups/acts.ts'
import { announcements } from './groups/announcements.ts'
import { auctions } from './groups/auctions.ts'
import { banners } from './groups/banners.ts'
import { box } from './groups/box.ts'
import { categories } from './groups/categories.ts'
import { collections } from './groups/collections.ts'
import { fees } from './groups/fees.ts'
import { health } from './groups/health.ts'
import { items } from './groups/items.ts'
import { media } from './groups/media.ts'
import { networks } from './groups/networks.ts'
import { payTokens } from './groups/pay-tokens.ts'
import { rates } from './groups/rates.ts'
import { reading } from './groups/reading.ts'
import { reports } from './groups/reports.ts'
import { roles } from './groups/roles.ts'
import { senders } from './groups/senders.ts'
import { signers } from './groups/signers.ts'
import { site } from './groups/site.ts'
import { users } from './groups/users.ts'

/** In the order of the help. */
export const GROUPS: Readonly<Record<string, CommandGroup>> = {
  categories,
  networks,
  'pay-tokens': payTokens,
  fees,
  rates,
  site,
  announcements,
  banners,
  senders,
  auctions,
  box,
  collections,
  items,
  users,
  reports,
  media,
  reading,
  health,
  signers,
  roles,
  acts,
}
