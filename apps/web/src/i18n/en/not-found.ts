import { PAGES_EN } from '@plinth/api'

export const notFound = {
  title: PAGES_EN.notFound,
  tip: 'The page was moved, or the address has a slip in it. The works are where they were.',
}
