/** Acts on many works at once. */
export const bulk = {
  pick: 'Pick {{name}}',
  most: 'At most {{most}} works can be picked.',
  bar: 'Picked works',
  picked_one: '{{count}} work',
  picked_other: '{{count}} works',
  hidden: '{{works}}, {{count}} not shown',
  worth: 'worth {{amounts}} at floor',
  clear: 'Clear',
  more: 'More acts',
  list: 'List {{count}}',
  listAct: 'List',
  transfer: 'Transfer',
  change: 'Change prices',
  end: 'Cancel listings',
} as const
