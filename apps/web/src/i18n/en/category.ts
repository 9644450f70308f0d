import { PAGES_EN } from '@plinth/api'
export const category = {
  all: 'All',
  ...PAGES_EN.category,
}
