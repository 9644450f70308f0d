export const kit = {
  close: 'Close',
  retry: 'Try again',
  done: 'Done',
  back: 'Go back',
  copy: 'Copy {{what}}',
  copied: 'Copy success',
  copyFailed: 'Copy error',
  leavesYou: 'Leaves you',
  comesToYou: 'Comes to you',
  loading: 'Loading',
  through: '{{percent}}%',
  step: { idle: 'Not started', waiting: 'Waiting', running: 'In progress', done: 'Done', failed: 'Failed' },
}

export const time = {
  expired: 'Expired',
  daysAndClock_one: '{{count}} d {{clock}}',
  daysAndClock_other: '{{count}} d {{clock}}',
}
