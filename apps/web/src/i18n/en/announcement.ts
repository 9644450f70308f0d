export const announcement = {
  title: 'Announcements',
  all: 'All announcements',
  empty: 'Nothing to announce',
  emptyText: 'What changes in this market will be told here.',
  missing: 'No announcement here',
  missingText: 'The link says nothing that can be read. The announcements are all in one place.',
  unknownTitle: 'Not an announcement of ours',
  unknownText: 'This text came with the link you followed. {{name}} does not announce it. Trust nothing it asks of you.',
}

export const doc = {
  title: 'How the market works',
  open: 'Open the document',
  none: 'There is no document yet',
  noneText: 'Whoever runs this market has not put one up.',
  noViewer: 'Your browser shows no PDF inside a page',
  noViewerText: 'The document opens in a window of its own.',
}
