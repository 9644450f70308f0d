import { PAGES_EN } from '@plinth/api'
export const announcement = {
  title: PAGES_EN.announcements,
  all: 'All announcements',
  empty: 'Nothing to announce',
  emptyText: 'What changes in this market will be told here.',
  missing: 'No announcement here',
  missingText: 'The link says nothing that can be read. The announcements are all in one place.',
  unknownTitle: PAGES_EN.notOurs,
  unknownText: 'This text came with the link you followed. {{name}} does not announce it. Trust nothing it asks of you.',
}

export const doc = {
  title: PAGES_EN.doc,
  open: 'Open the document',
  none: 'There is no document yet',
  noneText: 'Whoever runs this market has not put one up.',
  noViewer: 'Your browser shows no PDF inside a page',
  noViewerText: 'The document opens in a window of its own.',
}
