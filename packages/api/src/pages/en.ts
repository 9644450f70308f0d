/** Page titles and headings. The server sends the title with the page, the app keeps it. */
export const PAGES_EN = {
  about: 'A market anyone can run and everyone can check.',
  announcements: 'Announcements',
  auctions: 'Auctions',
  boxes: 'Blind boxes',
  connect: 'Connect a wallet',
  create: 'Create',
  createMultiple: 'An edition',
  createSingle: 'A single work',
  doc: 'How the market works',
  explore: 'Explore',
  items: 'My items',
  login: 'Log in by e-mail',
  news: 'News',
  notFound: 'Nothing stands here',
  notOurs: 'Not an announcement of ours',
  operator: 'Console',
  password: 'Set a new password',
  profile: 'Your profile',
  rankings: 'Rankings',
  register: 'Register',
  search: 'Search',
  untitled: 'Untitled #{{id}}',
  category: {
    eastern: 'Eastern',
    western: 'Western',
    ancient: 'Ancient',
    modern: 'Modern',
    guangong: 'Guangong',
  },
}

export type PageWords = typeof PAGES_EN
